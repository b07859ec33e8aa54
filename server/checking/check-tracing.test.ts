import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { startTraceCollector } from '#server/testing/start-trace-collector.ts';
import { checkTracing } from './check-tracing.ts';

test('reports whether the collector takes traces', async () => {
  let status = 200;
  const collector = await startTraceCollector(() => ({ status, body: '{}' }));
  onTestFinished(() => collector[Symbol.asyncDispose]());
  const config = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint });
  expect(await checkTracing(config)).toMatchObject([{ verdict: 'ok' }]);
  expect(collector.spans).toEqual([]);
  status = 401;
  expect(await checkTracing(config)).toMatchObject([
    { verdict: 'warning', text: expect.stringContaining('answered 401') },
  ]);
  expect(await checkTracing(readConfig({}))).toMatchObject([{ verdict: 'ok' }]);
});
