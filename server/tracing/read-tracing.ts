// The standard variables of OpenTelemetry, as far as they apply here.
import type { EnvironmentReader } from '#server/environment-reader.ts';

export interface TracingSettings {
  readonly tracesUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  readonly sampler: { readonly name: SamplerName; readonly ratio: number };
  /** Whether requests continue the trace that their `traceparent` header names. */
  readonly continuesIncoming: boolean;
}

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;
type SamplerName = (typeof samplers)[number];

/** Undefined without an endpoint: nothing is traced. */
export function readTracing(reader: EnvironmentReader, trustedProxies: number): TracingSettings | undefined {
  const endpoint = reader.url('OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:']);
  const serviceName = reader.text('OTEL_SERVICE_NAME', 'fxid');
  const name = reader.oneOf('OTEL_TRACES_SAMPLER', samplers, 'parentbased_always_on');
  const ratio = reader.matching('OTEL_TRACES_SAMPLER_ARG', /^(0(\.\d+)?|1(\.0+)?)$/, 'a number from 0 to 1', '1');
  const headers = readHeaders(reader);
  const continuesIncoming = reader.oneOf('OTEL_PROPAGATORS', ['none', 'tracecontext'], 'none') === 'tracecontext';
  if (continuesIncoming && trustedProxies === 0)
    reader.refuse(
      'OTEL_PROPAGATORS',
      'is tracecontext without a proxy',
      'set TRUSTED_PROXIES to the number of proxies, the first of which must replace the traceparent of callers, or leave it out',
    );
  if (endpoint === undefined) return undefined;
  return {
    tracesUrl: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    headers,
    serviceName,
    sampler: { name, ratio: Number(ratio) },
    continuesIncoming,
  };
}

/** `name=value,name=value`, with values encoded as in an address. They are secrets, so no message repeats them. */
function readHeaders(reader: EnvironmentReader): Record<string, string> {
  const entries = (reader.optional('OTEL_EXPORTER_OTLP_HEADERS') ?? '').split(',').filter((each) => each.trim() !== '');
  const pairs = entries.map((each) => /^\s*([\w-]+)\s*=\s*([\x21-\x7e]+)\s*$/.exec(each));
  try {
    return Object.fromEntries(
      pairs.map((pair) => {
        if (!pair) throw new Error('Not a pair.');
        return [pair[1]?.toLowerCase(), decodeURIComponent(pair[2] ?? '')] as const;
      }),
    );
  } catch {
    reader.refuse(
      'OTEL_EXPORTER_OTLP_HEADERS',
      'is no list of headers',
      'give name=value, several with commas between them, with spaces and commas in values as %20 and %2C',
    );
    return {};
  }
}
