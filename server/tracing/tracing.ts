// Traces of requests and jobs, sent by OpenTelemetry's protocol. Without OTEL_EXPORTER_OTLP_ENDPOINT there is no
// `Tracing`: no hook is added, nothing is wrapped, and OpenTelemetry's packages are not loaded.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Attributes, Span } from '@opentelemetry/api';

export interface SpanStart {
  readonly name: string;
  readonly kind: 'server' | 'client' | 'consumer';
  /** Patterns and names of our own, never addresses, ids of players or what callers sent. */
  readonly attributes: Attributes;
}

export interface Tracing {
  /** Whether requests may continue the trace of a proxy. */
  readonly continuesIncoming: boolean;
  /** Starts the span of a request or job: a trace, or a part of the one that `traceparent` names. */
  start(span: SpanStart, traceparent?: string): Span;
  /** Runs a step of the active request or job in its own span. Outside of both, only runs it. */
  traceStep<Result>(span: SpanStart, run: (span: Span | undefined) => Promise<Result>): Promise<Result>;
  markFailed(span: Span, errorType: string): void;
  /** Sends what is queued, for a limited time. */
  stop(): Promise<void>;
}

/** The span of the request or job that the current code belongs to. */
export const activeSpan = new AsyncLocalStorage<Span>();

/** Fields of log lines, by the names that OpenTelemetry gives them. */
export function describeActiveSpan(): { readonly trace_id?: string; readonly span_id?: string } {
  const span = activeSpan.getStore()?.spanContext();
  return span ? { trace_id: span.traceId, span_id: span.spanId } : {};
}

/** The active span in the form of the W3C header, if it is recorded. */
export function formatTraceparent(): string | undefined {
  const span = activeSpan.getStore();
  if (!span?.isRecording()) return undefined;
  const { traceId, spanId } = span.spanContext();
  return `00-${traceId}-${spanId}-01`;
}

/** A code of PostgreSQL or Node, or the name of the class. Messages may contain values, so they are left out. */
export function classifyError(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^\w{1,60}$/.test(code) ? code : error.name;
}
