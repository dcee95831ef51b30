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
    // The delay is measured from one tick of its timer to the next. After two rounds of the loop the first tick has been, also on
    // a busy machine, where timers that are late together run in one round.
    await setTimeout(50);
    await setTimeout(50);
    const end = performance.now() + 300;
    while (performance.now() < end);
    await setTimeout(50);
    expect(await longestDelay(metrics)).toBeGreaterThan(0.2);
    expect(await longestDelay(metrics)).toBeGreaterThan(0.2);
  });
});
