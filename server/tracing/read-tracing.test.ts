import { expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';

const read = (env: Record<string, string>) => readConfig(env).tracing;
const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example:4318/' };

test('traces nothing without an endpoint', () => {
  expect(read({ OTEL_SERVICE_NAME: 'arcade', OTEL_TRACES_SAMPLER: 'always_on' })).toBeUndefined();
});

test('reads the standard variables', () => {
  expect(read(endpoint)).toEqual({
    tracesUrl: 'http://collector.example:4318/v1/traces',
    headers: {},
    serviceName: 'fxid',
    sampler: { name: 'parentbased_always_on', ratio: 1 },
    continuesIncoming: false,
  });
  const all = {
    ...endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Bearer%20abc, x-tenant=7',
    OTEL_SERVICE_NAME: 'arcade',
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.05',
    OTEL_PROPAGATORS: 'tracecontext',
    TRUSTED_PROXIES: '1',
  };
  expect(read(all)).toMatchObject({
    headers: { authorization: 'Bearer abc', 'x-tenant': '7' },
    serviceName: 'arcade',
    sampler: { name: 'parentbased_traceidratio', ratio: 0.05 },
    continuesIncoming: true,
  });
});

test.each([
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'grpc://collector.example:4317'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization=%E0%A4'],
  ['OTEL_TRACES_SAMPLER', 'sometimes'],
  ['OTEL_TRACES_SAMPLER_ARG', '2'],
  // Without a proxy that replaces it, callers would choose the trace.
  ['OTEL_PROPAGATORS', 'tracecontext'],
])('rejects %s=%s and names it', (name, value) => {
  expect(() => read({ ...endpoint, [name]: value })).toThrow(name);
});

test('messages do not repeat headers, which are secrets', () => {
  const env = { ...endpoint, OTEL_EXPORTER_OTLP_HEADERS: 'a key without a name' };
  expect(() => read(env)).toThrow(/^(?!.*a key).*$/s);
});
