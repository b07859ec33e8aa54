import { afterEach, expect, test, vi } from 'vitest';
import { createMetrics } from './metrics.ts';

afterEach(() => vi.restoreAllMocks());

test("Node's own metrics are exported once, next to ours", async () => {
  const metrics = createMetrics();
  metrics.count('fxid_mails_total', { outcome: 'sent' });
  const lines = (await metrics.text()).split('\n');
  expect(lines).toContain('fxid_mails_total{outcome="sent"} 1');
  for (const name of ['nodejs_eventloop_utilization_summary', 'process_cpu_seconds_total'])
    expect(lines.filter((line) => line.startsWith(`# TYPE ${name} `))).toHaveLength(1);
});

test('a process measures itself once, however many apps it has', async () => {
  createMetrics();
  const begin = vi.spyOn(globalThis, 'setInterval');
  const metrics = createMetrics();
  expect(begin).not.toHaveBeenCalled();
  expect(await metrics.text()).toContain('process_cpu_seconds_total');
});
