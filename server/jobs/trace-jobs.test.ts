import { pino } from 'pino';
import { Type } from 'typebox';
import { expect, onTestFinished, test } from 'vitest';
import { createMetrics } from '#server/http/metrics.ts';
import { createTestDatabase } from '#server/testing/create-test-database.ts';
import { eventually } from '#server/testing/eventually.ts';
import { startTraceCollector } from '#server/testing/start-trace-collector.ts';
import { openTracing } from '#server/tracing/open-tracing.ts';
import { activeSpan, type Tracing } from '#server/tracing/tracing.ts';
import { defineJob } from './define-job.ts';
import { startJobs } from './jobs.ts';

const log = pino({ level: 'silent' });

/** One node sends jobs, the other one runs them. */
async function startTwoNodes() {
  const tested = await createTestDatabase();
  const collector = await startTraceCollector();
  const openNode = (node: string): Promise<Tracing> =>
    openTracing(
      {
        tracesUrl: `${collector.endpoint}/v1/traces`,
        headers: {},
        serviceName: 'fxid',
        sampler: { name: 'parentbased_always_on', ratio: 1 },
        continuesIncoming: false,
      },
      { node, build: '1', worker: undefined, log, count: createMetrics().count, delayMs: 1 },
    );
  const [sending, running] = [await openNode('node-1'), await openNode('node-2')];
  const seen: object[] = [];
  const definition = defineJob({
    name: 'letter',
    schema: Type.Object({ n: Type.Integer() }, { additionalProperties: false }),
    retryLimit: 1,
    backoff: { firstSeconds: 1, maxSeconds: 1 },
    run: async (data, { attempt }) => {
      seen.push(data);
      if (data.n === 2 && attempt === 1) throw new Error('refused by ada@mail.example');
    },
  });
  const sender = await startJobs(tested.connection, {
    definitions: [definition],
    log,
    onlySends: true,
    tracing: sending,
  });
  const startRunner = async (tracing: Tracing | undefined): Promise<void> => {
    const runner = await startJobs(tested.connection, { definitions: [definition], log, tracing });
    onTestFinished(() => runner.stop({ timeoutMs: 1000 }));
    await runner.work();
  };
  onTestFinished(async () => {
    await sender.stop();
    await Promise.all([sending.stop(), running.stop()]);
    await collector[Symbol.asyncDispose]();
    await tested.drop();
  });
  const sendInRequest = (n: number, startAfter?: Date) => {
    const request = sending.start({ name: 'POST /api', kind: 'server', attributes: {} });
    return activeSpan.run(request, async () => {
      await tested.database.transaction((trx) => sender.send(trx, definition, { n }, startAfter && { startAfter }));
      request.end();
      return request.spanContext();
    });
  };
  return { collector, seen, running, startRunner, sendInRequest };
}

test('a job continues the trace of the request on another node, at each attempt', async () => {
  const { collector, running, startRunner, sendInRequest } = await startTwoNodes();
  await startRunner(running);
  const { traceId, spanId } = await sendInRequest(2);
  const runs = await eventually(() => {
    const found = collector.spans.filter(({ name }) => name === 'process letter');
    return found.length === 2 && found;
  });
  expect(runs).toMatchObject([
    { kind: 5, traceId, parentSpanId: spanId, status: { code: 2 }, attributes: { 'fxid.job.attempt': 1 } },
    { kind: 5, traceId, parentSpanId: spanId, status: { code: 0 }, attributes: { 'fxid.job.attempt': 2 } },
  ]);
  expect(runs.map(({ resource }) => resource['host.name'])).toEqual(['node-2', 'node-2']);
  expect(collector.bodies.join('')).not.toContain('refused');
});

test('a delayed job starts its own trace', async () => {
  const { collector, running, startRunner, sendInRequest } = await startTwoNodes();
  const { traceId } = await sendInRequest(1, new Date(Date.now() - 1000));
  await startRunner(running);
  const run = await eventually(() => collector.spans.find(({ name }) => name === 'process letter'));
  expect(run.traceId).not.toBe(traceId);
});

test('a node without traces runs the job with the data as it was sent', async () => {
  const { seen, startRunner, sendInRequest } = await startTwoNodes();
  await startRunner(undefined);
  await sendInRequest(1);
  await eventually(() => seen.length === 1);
  expect(seen).toEqual([{ n: 1 }]);
});
