import type { RateLimit } from '@hamkhan/contracts/rate-limits';

type SettingOf<L extends RateLimit> =
  | (L extends { readonly setting: infer Name extends string } ? Name : never)
  | (L extends { readonly windowSetting: { readonly name: infer Name extends string } } ? Name : never);

/** A limit of the route table with the values that the environment sets for it. */
export function configuredLimit<const L extends RateLimit>(
  limit: L,
  config: Readonly<Record<SettingOf<L>, number>>,
): RateLimit {
  const { setting, windowSetting, max, windowMs }: RateLimit = limit;
  const values: Readonly<Partial<Record<string, number>>> = config;
  const valueOf = (name: string | undefined) => (name === undefined ? undefined : values[name]);
  const units = valueOf(windowSetting?.name);
  return {
    ...limit,
    max: valueOf(setting) ?? max,
    windowMs: windowSetting && units !== undefined ? units * windowSetting.unitMs : windowMs,
  };
}
