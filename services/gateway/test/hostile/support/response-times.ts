import { bearer } from './attacked-gateway.js';

const CALLERS = 6;
const DEADLINE_MS = 10_000;

/** Makes everyday calls for some time, one after the other in each of a few callers, and returns the 99th percentile in ms. */
export async function measureP99(url: string, forMs: number): Promise<number> {
  const end = performance.now() + forMs;
  const times: number[] = [];
  const form = (): FormData => {
    const fields = new FormData();
    fields.set('username', 'reader');
    return fields;
  };
  const calls: (() => [string, RequestInit])[] = [
    () => ['user/login/', { method: 'POST', body: form() }],
    () => ['document/metadata/K/', { headers: bearer(`reader${times.length}`) }],
    () => ['document/metadata/K/', {}],
  ];
  const caller = async (): Promise<void> => {
    for (let index = 0; performance.now() < end; index += 1) {
      const [path, init] = calls[index % calls.length]?.() ?? ['', {}];
      const began = performance.now();
      const response = await fetch(`${url}/api/${path}`, {
        ...init,
        signal: AbortSignal.timeout(DEADLINE_MS),
      });
      await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`${path} returned ${response.status}`);
      times.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Infinity;
}
