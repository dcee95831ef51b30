/** `required` refuses to work unless all layers hold, `available` uses those that hold, `off` sets limits only. */
export const SANDBOX_MODES = ['required', 'available', 'off'] as const;
export type SandboxMode = (typeof SANDBOX_MODES)[number];
