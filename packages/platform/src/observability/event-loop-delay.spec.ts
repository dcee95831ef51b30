import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { Metrics } from './metrics.js';

const longestDelay = async (metrics: Metrics): Promise<number> => {
  const text = await metrics.registry.metrics();
  return Number(/^app_event_loop_delay_seconds\{quantile="1",service="test"\} (.+)$/m.exec(text)?.[1]);
};

describe('app_event_loop_delay_seconds', () => {
  it('reports a calculation that blocks the process, also on the second reading', async () => {
    const metrics = new Metrics('test');
    await setTimeout(50);
    const end = performance.now() + 300;
    while (performance.now() < end);
    await setTimeout(50);
    expect(await longestDelay(metrics)).toBeGreaterThan(0.2);
    expect(await longestDelay(metrics)).toBeGreaterThan(0.2);
  });
});
