import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { createLog } from '#server/http/log.ts';
import { createMetrics } from '#server/http/metrics.ts';
import { eventually } from '#server/testing/eventually.ts';
import { runModule } from '#server/testing/run-module.ts';
import { startTraceCollector, type TraceCollector } from '#server/testing/start-trace-collector.ts';
import { openTracing } from './open-tracing.ts';
import { createStatementTracer } from './trace-statements.ts';
import { activeSpan, formatTraceparent, type SpanStart, type Tracing } from './tracing.ts';
import { withVendorCallTracing } from './with-vendor-call-tracing.ts';

const request: SpanStart = { name: 'POST /api', kind: 'server', attributes: {} };

async function openFor(
  endpoint: string,
  { env = {}, maxQueuedSpans }: { env?: Record<string, string>; maxQueuedSpans?: number } = {},
) {
  const { tracing: settings } = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...env });
  if (!settings) throw new Error('The settings have no endpoint.');
  const metrics = createMetrics();
  const lines: string[] = [];
  const tracing = await openTracing(settings, {
    node: 'node-1',
    build: '1.0.0',
    worker: 2,
    log: createLog({ level: 'info', write: (line) => lines.push(line) }),
    count: metrics.count,
    delayMs: 1,
    ...(maxQueuedSpans !== undefined && { maxQueuedSpans }),
  });
  onTestFinished(() => tracing.stop());
  const readCounts = async (): Promise<Record<string, number>> =>
    Object.fromEntries(
      [...(await metrics.text()).matchAll(/^fxid_trace_spans_total\{outcome="(\w+)"\} (\d+)$/gm)].map(
        ([, outcome = '', spans]) => [outcome, Number(spans)],
      ),
    );
  return { tracing, readCounts, lines };
}

async function openWithCollector(
  answer?: Parameters<typeof startTraceCollector>[0],
  options: Parameters<typeof openFor>[1] = {},
) {
  const collector: TraceCollector = await startTraceCollector(answer);
  onTestFinished(() => collector[Symbol.asyncDispose]());
  return { collector, ...(await openFor(collector.endpoint, options)) };
}

const trace = (tracing: Tracing, work: () => Promise<unknown> = async () => undefined): Promise<void> => {
  const span = tracing.start(request);
  return activeSpan.run(span, work).then(
    () => span.end(),
    () => span.end(),
  );
};

test('steps belong to the active span, also after waiting; without one they only run', async () => {
  const { tracing, collector } = await openWithCollector();
  const traceStatement = createStatementTracer(tracing);
  expect(await traceStatement('select 1', async () => 'row')).toBe('row');
  await trace(tracing, async () => {
    await new Promise((resolve) => setImmediate(resolve));
    await traceStatement('select "name" from "games" where "id" = $1', async () => []);
  });
  await eventually(() => collector.spans.length === 2);
  const [statement, root] = collector.spans;
  expect(statement).toMatchObject({
    name: 'SELECT games',
    kind: 3,
    traceId: root?.traceId,
    parentSpanId: root?.spanId,
    attributes: {
      'db.system.name': 'postgresql',
      'db.query.text': 'select "name" from "games" where "id" = $1',
    },
    resource: { 'service.name': 'fxid', 'service.version': '1.0.0', 'service.instance.id': 'node-1/2' },
  });
  expect(BigInt(root?.endTimeUnixNano ?? 0)).toBeGreaterThan(BigInt(root?.startTimeUnixNano ?? 0));
});

test('a failed statement has its code and not its message, which may contain values', async () => {
  const { tracing, collector } = await openWithCollector();
  const fault = Object.assign(new Error('Key (email)=(ada@mail.example) already exists.'), { code: '23505' });
  const traceStatement = createStatementTracer(tracing);
  await trace(tracing, () => traceStatement('insert into identities values ($1)', () => Promise.reject(fault)));
  await eventually(() => collector.spans.length === 2);
  expect(collector.spans[0]).toMatchObject({ status: { code: 2 }, attributes: { 'error.type': '23505' } });
  expect(collector.bodies.join('')).not.toContain('already exists');
});

test('a call to a vendor is traced by host and status, without path, and sends no traceparent', async () => {
  const { tracing, collector } = await openWithCollector();
  const sent: unknown[] = [];
  const fetch = withVendorCallTracing(async (_, options) => {
    sent.push(options?.headers);
    return { status: 403, headers: {}, body: Buffer.alloc(0) };
  }, tracing);
  const address = 'https://api.vendor.example/bot12345:secret-token/send';
  await trace(tracing, () => fetch(address, { method: 'POST', provider: 'telegram', headers: { accept: '*/*' } }));
  await eventually(() => collector.spans.length === 2);
  expect(collector.spans[0]).toMatchObject({
    name: 'POST telegram',
    status: { code: 2 },
    attributes: { 'server.address': 'api.vendor.example', 'http.response.status_code': 403 },
  });
  expect(collector.bodies.join('')).not.toContain('secret-token');
  expect(sent).toEqual([{ accept: '*/*' }]);
});

test('secrets that a caller of this code lets through are masked, as in the log', async () => {
  const { tracing, collector } = await openWithCollector();
  const attributes = { 'http.route': '/check/ada@mail.example', 'fxid.problem': 'Bearer abc.def' };
  tracing.start({ name: 'GET fxs_6TiCKjbAHBJDvB3asP9A-7IJSQ7iTj12UmiU0Bnnu7E', kind: 'server', attributes }).end();
  await eventually(() => collector.spans.length === 1);
  expect(collector.bodies.join('')).not.toMatch(/ada@|abc\.def|6TiCK/);
});

test('continues the trace of a traceparent, and starts another one if it is malformed', async () => {
  const { tracing } = await openWithCollector();
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  expect(tracing.start(request, `00-${traceId}-b7ad6b7169203331-01`).spanContext().traceId).toBe(traceId);
  for (const bad of ['', 'x', `00-${'0'.repeat(32)}-b7ad6b7169203331-01`, `00-${traceId}-b7ad6b7169203331-01-x`])
    expect(tracing.start(request, bad).spanContext().traceId).not.toBe(traceId);
});

test('samples whole traces, and follows the decision of the parent', async () => {
  const { tracing } = await openWithCollector(undefined, {
    env: { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' },
  });
  const root = tracing.start(request);
  expect(root.isRecording()).toBe(false);
  expect(activeSpan.run(root, formatTraceparent)).toBeUndefined();
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331';
  expect(tracing.start(request, `${traceparent}-01`).isRecording()).toBe(true);
  expect(tracing.start(request, `${traceparent}-00`).isRecording()).toBe(false);
});

test('counts what was sent and what the collector rejected', async () => {
  const answers = [
    { status: 200, body: '{"partialSuccess":{"rejectedSpans":"1"}}' },
    { status: 503, body: '' },
  ];
  const { tracing, readCounts, lines } = await openWithCollector(() => answers.shift());
  for (let span = 0; span < 3; span += 1) tracing.start(request).end();
  await eventually(async () => (await readCounts())['sent'] === 2);
  tracing.start(request).end();
  await eventually(async () => (await readCounts())['failed'] === 2);
  expect(lines.filter((line) => line.includes('were not sent'))).toHaveLength(1);
});

test('a collector that never answers holds up nothing: the queue is bounded, the rest is counted', async () => {
  const { tracing, readCounts, collector } = await openWithCollector(() => undefined, { maxQueuedSpans: 4 });
  tracing.start(request).end();
  await eventually(() => collector.requests.length === 1);
  for (let span = 0; span < 10; span += 1) tracing.start(request).end();
  expect(await readCounts()).toEqual({ dropped: 6 });
  await tracing.stop();
});

test('without a collector spans fail and are counted', async () => {
  const { tracing, readCounts } = await openFor('http://127.0.0.1:9');
  tracing.start(request).end();
  await eventually(async () => (await readCounts())['failed'] === 1);
});

test('without an endpoint the SDK is not loaded', async () => {
  const { exited } = runModule(`
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
    await import('#server/start-server.ts');
    const found = loaded.filter((url) => /opentelemetry\\/(sdk-trace|core|resources)/.test(url));
    if (loaded.length < 100 || found.length > 0) throw new Error(JSON.stringify(found));
    process.exit(0);
  `);
  expect(await exited).toMatchObject({ code: 0 });
});
