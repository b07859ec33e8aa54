import type { Span } from '@opentelemetry/api';
import type * as Sdk from '@opentelemetry/sdk-trace';
import type { Log } from '#server/db/log.ts';
import type { IncrementCounter } from '#server/http/metrics.ts';
import { withTimeout } from '#server/with-timeout.ts';
import { createOtlpExporter } from './otlp-exporter.ts';
import type { TracingSettings } from './read-tracing.ts';
import { activeSpan, classifyError, type SpanStart, type Tracing } from './tracing.ts';

export interface TracingDeps {
  readonly node: string;
  readonly build: string;
  readonly worker: number | undefined;
  readonly log: Log;
  readonly count: IncrementCounter;
  /** How long spans wait for others before they are sent. */
  readonly delayMs?: number;
  readonly maxQueuedSpans?: number;
}

const defaultDelayMs = 2000;
/** About 4 MB. */
const defaultMaxQueuedSpans = 4096;
const maxBatchedSpans = 512;
const maxAttributeCharacters = 4000;
const exportTimeoutMs = 5000;
const stopTimeoutMs = 2000;

export async function openTracing(settings: TracingSettings, deps: TracingDeps): Promise<Tracing> {
  const [api, core, resources, sdk] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/core'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace'),
  ]);
  const { node, build, worker, count, delayMs = defaultDelayMs, maxQueuedSpans = defaultMaxQueuedSpans } = deps;
  let queuedSpans = 0;
  const exporter = createOtlpExporter({
    ...settings,
    timeoutMs: exportTimeoutMs,
    log: deps.log,
    onResult: (outcome, spans) => count('fxid_trace_spans_total', { outcome }, spans),
  });
  const batches = new sdk.BatchSpanProcessor({
    exporter: {
      ...exporter,
      export: (spans, done) => {
        queuedSpans -= spans.length;
        exporter.export(spans, done);
      },
    },
    maxQueueSize: maxQueuedSpans,
    maxExportBatchSize: Math.min(maxBatchedSpans, maxQueuedSpans),
    scheduledDelayMillis: delayMs,
    exportTimeoutMillis: 2 * exportTimeoutMs,
  });
  // The SDK drops spans without saying so: this keeps the same count and reports them.
  const processor: Sdk.SpanProcessor = {
    onStart: () => undefined,
    onEnd: (span) => {
      if (queuedSpans >= maxQueuedSpans) return count('fxid_trace_spans_total', { outcome: 'dropped' });
      queuedSpans += 1;
      return batches.onEnd(span);
    },
    forceFlush: () => batches.forceFlush(),
    shutdown: () => batches.shutdown(),
  };
  const provider = new sdk.TracerProvider({
    sampler: createSampler(sdk, settings.sampler),
    resource: resources.resourceFromAttributes({
      'service.name': settings.serviceName,
      'service.version': build,
      'service.instance.id': worker === undefined ? node : `${node}/${worker}`,
      'host.name': node,
    }),
    spanProcessors: [processor],
    spanLimits: { attributeValueLengthLimit: maxAttributeCharacters },
  });
  const tracer = provider.getTracer('fxid');
  const kinds = { server: api.SpanKind.SERVER, client: api.SpanKind.CLIENT, consumer: api.SpanKind.CONSUMER };
  const markFailed = (span: Span, errorType: string): void => {
    span.setAttribute('error.type', errorType).setStatus({ code: api.SpanStatusCode.ERROR });
  };
  const startBelow = ({ name, kind, attributes }: SpanStart, context = api.ROOT_CONTEXT): Span =>
    tracer.startSpan(name, { kind: kinds[kind], attributes }, context);
  return {
    continuesIncoming: settings.continuesIncoming,
    start: (span, traceparent) => {
      const parent = traceparent === undefined ? null : core.parseTraceParent(traceparent);
      if (!parent) return startBelow(span);
      return startBelow(span, api.trace.setSpanContext(api.ROOT_CONTEXT, { ...parent, isRemote: true }));
    },
    traceStep: async (start, run) => {
      const parent = activeSpan.getStore();
      if (!parent?.isRecording()) return run(undefined);
      const span = startBelow(start, api.trace.setSpan(api.ROOT_CONTEXT, parent));
      try {
        return await run(span);
      } catch (error) {
        markFailed(span, classifyError(error));
        throw error;
      } finally {
        span.end();
      }
    },
    markFailed,
    stop: () =>
      withTimeout(provider.shutdown(), stopTimeoutMs, () => new Error('The collector of traces did not answer.')).catch(
        (error: unknown) => deps.log.warn({ err: error }, 'The last traces were not sent.'),
      ),
  };
}

function createSampler(sdk: typeof Sdk, { name, ratio }: TracingSettings['sampler']): Sdk.Sampler {
  const own = name.replace('parentbased_', '');
  const root =
    own === 'always_off'
      ? new sdk.AlwaysOffSampler()
      : own === 'traceidratio'
        ? new sdk.TraceIdRatioBasedSampler(ratio)
        : new sdk.AlwaysOnSampler();
  return own === name ? root : new sdk.ParentBasedSampler({ root });
}
