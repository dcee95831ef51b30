/** A reason code of contracts (conversion reason or translator code) with the values its sentence names. */
export type Reason = { code: string; params: Record<string, string | number> };
