import { expect, test } from 'vitest';
import { createMetrics } from '#server/http/metrics.ts';
import { createMetricsSum } from './sum-metrics.ts';

/** A worker that has answered so many requests. */
function createWorkerMetrics(requests: number, failingProviders: number) {
  const metrics = createMetrics();
  for (let at = 0; at < requests; at += 1) metrics.observe('games.list', 200, 0.004);
  metrics.collect((set) => {
    set('fxid_pool_connections', { state: 'used' }, requests);
    set('fxid_providers_failing', { provider: 'stripe' }, failingProviders);
  });
  metrics.collect((set) => set('fxid_jobs', { job: 'mail', state: 'waiting' }, 7), { isShared: true });
  return metrics;
}

test('sums counters, histograms and connections of workers, and shows once what they share', async () => {
  const sum = createMetricsSum();
  sum.update(1, await createWorkerMetrics(3, 1).takeSnapshot({ withShared: true }));
  sum.update(2, await createWorkerMetrics(4, 1).takeSnapshot({ withShared: false }));
  const text = await sum.text(await createMetrics().takeSnapshot({ withShared: true }));
  expect(text).toContain('fxid_requests_total{call="games.list",status="200"} 7\n');
  expect(text).toContain('fxid_request_seconds_count{call="games.list"} 7\n');
  expect(text).toContain('fxid_request_seconds_bucket{le="0.005",call="games.list"} 7\n');
  expect(text).toContain('fxid_pool_connections{state="used"} 7\n');
  expect(text).toContain('fxid_jobs{job="mail",state="waiting"} 7\n');
  expect(text).toContain('fxid_providers_failing{provider="stripe"} 1\n');
  expect(text).toMatch(/^process_cpu_seconds_total [\d.]+$/m);
  expect(text.match(/^# TYPE fxid_requests_total/gm)).toHaveLength(1);
});

test('no counter falls when a worker ends, and its gauges disappear', async () => {
  const sum = createMetricsSum();
  sum.update(1, await createWorkerMetrics(3, 0).takeSnapshot({ withShared: true }));
  sum.update(2, await createWorkerMetrics(4, 0).takeSnapshot({ withShared: false }));
  for (const worker of [2, 2, 1]) await sum.retire(worker);
  sum.update(2, await createWorkerMetrics(1, 0).takeSnapshot({ withShared: true }));
  const text = await sum.text([]);
  expect(text).toContain('fxid_requests_total{call="games.list",status="200"} 8\n');
  expect(text).toContain('fxid_request_seconds_sum{call="games.list"} 0.032');
  expect(text).toContain('fxid_pool_connections{state="used"} 1\n');
});
