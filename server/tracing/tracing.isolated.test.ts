// Traces of a whole server in its own process, with simulated vendors, as a collector receives them.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callApi } from '#server/testing/call-api.ts';
import { eventually } from '#server/testing/eventually.ts';
import { startKillableServer, type KillableServer } from '#server/testing/killable-server.ts';
import { startTraceCollector, type ReceivedSpan, type TraceCollector } from '#server/testing/start-trace-collector.ts';

const timeout = 120_000;
const email = 'ada.lovelace@mail.example';
const parts = new AsyncDisposableStack();
let collector: TraceCollector;
let node: KillableServer;

beforeAll(async () => {
  collector = parts.use(await startTraceCollector());
  node = parts.use(
    await startKillableServer({
      LOG_LEVEL: 'info',
      NODE_NAME: 'node-7',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20a-key',
      OTEL_SERVICE_NAME: 'night-arcade',
    }),
  );
  await node.process().untilReady();
}, timeout);
afterAll(() => parts.disposeAsync(), timeout);

const find = (name: string, of: Partial<ReceivedSpan> = {}): ReceivedSpan | undefined =>
  collector.spans.find(
    (span) => span.name === name && Object.entries(of).every(([key, value]) => span[key as 'traceId'] === value),
  );

test('one trace has the request, its statements, the call to the vendor and the job', { timeout }, async () => {
  const { address } = node.process();
  const CaptchaResult = await fetchCaptchaToken(address);
  // A caller can't choose the trace.
  const headers = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' };
  const invite = await callApi(`${address}/api/v1/invite/email_invite`, {
    body: { CaptchaResult, Email: email },
    headers,
  });
  expect(invite.outcome).toBe('done');
  const request = await eventually(() => find('POST /api/v1/invite/email_invite'));
  const { traceId } = request;
  const job = await eventually(() => find('process mail', { traceId }));
  const vendor = await eventually(() => find('POST captcha', { traceId }));
  expect(request).toMatchObject({
    kind: 2,
    attributes: {
      'http.request.method': 'POST',
      'http.route': '/api/v1/invite/email_invite',
      'http.response.status_code': 200,
    },
    resource: { 'service.name': 'night-arcade', 'service.instance.id': 'node-7' },
  });
  expect(request.parentSpanId).toBeUndefined();
  expect(traceId).not.toBe('0af7651916cd43dd8448eb211c80319c');
  expect(vendor).toMatchObject({
    kind: 3,
    parentSpanId: request.spanId,
    attributes: { 'fxid.provider': 'captcha', 'http.response.status_code': 200 },
  });
  const statements = collector.spans.filter(
    (span) => span.parentSpanId === request.spanId && span.attributes['db.system.name'] === 'postgresql',
  );
  expect(statements.length).toBeGreaterThan(2);
  expect(statements.map(({ attributes }) => attributes['db.query.text'])).toContainEqual(
    expect.stringMatching(/^insert into .*\$1/i),
  );
  expect(job).toMatchObject({
    kind: 5,
    parentSpanId: request.spanId,
    attributes: { 'messaging.destination.name': 'mail', 'fxid.job.attempt': 1 },
  });
  // The simulated vendor runs in the same server: its own request shows that it got no traceparent.
  const called = await eventually(() =>
    collector.spans.find(({ attributes }) => String(attributes['http.route']).endsWith('/siteverify')),
  );
  expect(called.traceId).not.toBe(traceId);
});

test('log lines of a request have the ids of its trace', { timeout }, async () => {
  const { traceId, spanId } = await eventually(() => find('POST /api/v1/invite/email_invite'));
  const line = await eventually(() => readLog().find((each) => each['call'] === 'invite.emailInvite'));
  expect(line).toMatchObject({ trace_id: traceId, span_id: spanId });
});

test('spans contain no address, token, code or other personal data', { timeout }, async () => {
  const { Ada: token = '' } = node.tokens();
  const { address } = node.process();
  const answer = await callApi(`${address}/api/v1/profile`, { token });
  expect(answer.outcome).toBe('done');
  await fetch(`${address}/LoginValidateEmail?inviteToken=fxt_6TiCKjbAHBJDvB3asP9A&email=${email}`);
  await eventually(() => find('POST /api/v1/profile') && find('GET /LoginValidateEmail'));
  const sent = collector.bodies.join('\n');
  for (const secret of [token, email, encodeURIComponent(email), 'ada.lovelace', 'fxt_6TiCK', 'a-key'])
    expect(sent).not.toContain(secret);
});

test('the collector gets the headers of the settings, and probes have no spans', { timeout }, async () => {
  await eventually(() => collector.requests.length > 0);
  for (const { path, headers } of collector.requests) {
    expect(path).toBe('/v1/traces');
    expect(headers['authorization']).toBe('Bearer a-key');
  }
  expect(collector.spans.filter(({ name }) => /healthz|readyz|metrics/.test(name))).toEqual([]);
});

test('a stop sends what is queued', { timeout }, async () => {
  const { address, signal, exited } = node.process();
  await fetch(`${address}/News`);
  signal('SIGTERM');
  expect(await exited).toMatchObject({ code: 0 });
  expect(find('GET /News')).toBeDefined();
});

async function fetchCaptchaToken(address: string): Promise<string> {
  const response = await fetch(`${address}/lab/vendors/captcha/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'http://captcha.localhost' },
    body: JSON.stringify({ action: 'email_login' }),
  });
  return ((await response.json()) as { token: string }).token;
}

const readLog = (): Record<string, unknown>[] =>
  node
    .process()
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
