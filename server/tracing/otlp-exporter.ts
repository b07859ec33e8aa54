// Sends spans to a collector: OTLP over HTTP, as JSON. A batch that fails is lost, and counted.
import { text } from 'node:stream/consumers';
import type { Attributes, AttributeValue, HrTime } from '@opentelemetry/api';
import type { ExportResult } from '@opentelemetry/core';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';
import type { Log } from '#server/db/log.ts';
import { redactSecrets } from '#server/http/log.ts';
import { createOperatorPoster } from '#server/http/safe-fetch.ts';

export interface TraceCollectorAddress {
  /** With the path, such as `http://localhost:4318/v1/traces`. */
  readonly tracesUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

export interface OtlpExporterOptions extends TraceCollectorAddress {
  readonly log: Pick<Log, 'warn'>;
  readonly onResult: (outcome: 'sent' | 'failed', spans: number) => void;
  readonly nowMs?: () => number;
}

const warnEveryMs = 60_000;
const failed = { code: 1 };
const succeeded = { code: 0 };

export function createOtlpExporter(options: OtlpExporterOptions): SpanExporter {
  const { log, onResult, nowMs = () => performance.now() } = options;
  const post = createSpanPoster(options);
  let warnedMs = -Infinity;
  const warn = (error: unknown): void => {
    if (nowMs() - warnedMs < warnEveryMs) return;
    warnedMs = nowMs();
    log.warn({ err: error }, 'Traces were not sent to the collector. Further failures are not logged for a minute.');
  };
  const send = async (spans: readonly ReadableSpan[]): Promise<ExportResult> => {
    try {
      const rejected = await post(spans);
      if (rejected > 0) onResult('failed', rejected);
      onResult('sent', spans.length - rejected);
      return succeeded;
    } catch (error) {
      warn(error);
      onResult('failed', spans.length);
      return failed;
    }
  };
  return {
    export: (spans, done) => {
      void send(spans).then(done);
    },
    shutdown: async () => undefined,
  };
}

/** Returns how many spans the collector rejected; throws if it did not take any. */
export function createSpanPoster({
  tracesUrl,
  headers,
  timeoutMs,
}: TraceCollectorAddress): (spans: readonly ReadableSpan[]) => Promise<number> {
  const url = new URL(tracesUrl);
  const post = createOperatorPoster(url.origin);
  return async (spans) => {
    const response = await post(url, {
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(toOtlp(spans)),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const answer = await text(response);
    const { statusCode = 0 } = response;
    if (statusCode < 200 || statusCode > 299) throw new Error(`The collector answered ${statusCode}.`);
    return countRejected(answer);
  };
}

/** A collector may accept a part of a batch. */
function countRejected(answer: string): number {
  const found = /"rejectedSpans"\s*:\s*"?(\d{1,9})/.exec(answer)?.[1];
  return Number(found ?? 0);
}

/** All spans of a process have the same resource and scope. */
function toOtlp(spans: readonly ReadableSpan[]): object {
  const [first] = spans;
  if (!first) return { resourceSpans: [] };
  const { resource, instrumentationScope } = first;
  const scopeSpans = [{ scope: { name: instrumentationScope.name }, spans: spans.map(toOtlpSpan) }];
  return { resourceSpans: [{ resource: { attributes: toKeyValues(resource.attributes) }, scopeSpans }] };
}

const toOtlpSpan = (span: ReadableSpan): object => ({
  ...pickIds(span),
  name: redactSecrets(span.name),
  // OTLP has one more kind, at 0.
  kind: span.kind + 1,
  startTimeUnixNano: toNanoseconds(span.startTime),
  endTimeUnixNano: toNanoseconds(span.endTime),
  attributes: toKeyValues(span.attributes),
  status: { code: span.status.code },
});

const pickIds = (span: ReadableSpan): object => {
  const { traceId, spanId } = span.spanContext();
  return { traceId, spanId, ...(span.parentSpanContext && { parentSpanId: span.parentSpanContext.spanId }) };
};

const toNanoseconds = ([seconds, nanoseconds]: HrTime): string => `${seconds}${String(nanoseconds).padStart(9, '0')}`;

const toKeyValues = (attributes: Attributes): object[] =>
  Object.entries(attributes).flatMap(([key, value]) => (value === undefined ? [] : [{ key, value: toValue(value) }]));

function toValue(value: AttributeValue): object {
  if (typeof value === 'number') return Number.isInteger(value) ? { intValue: value } : { doubleValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  return { stringValue: redactSecrets(String(value)) };
}
