import type { Config } from '#server/config.ts';
import { createSpanPoster } from '#server/tracing/otlp-exporter.ts';
import { describeError, okFinding, retryOnTimeout, warningFinding, type Finding } from './finding.ts';

const timeoutMs = 10_000;

/** Sends an empty list of traces. */
export async function checkTracing({ tracing }: Pick<Config, 'tracing'>): Promise<Finding[]> {
  if (!tracing) return [okFinding("OTEL_EXPORTER_OTLP_ENDPOINT isn't set: nothing is traced")];
  const { host } = new URL(tracing.tracesUrl);
  try {
    const post = createSpanPoster({ ...tracing, timeoutMs });
    await retryOnTimeout(() => post([]));
    return [okFinding(`the collector at ${host} takes traces`)];
  } catch (error) {
    return [
      warningFinding(
        `the collector at ${host} doesn't take traces: ${describeError(error)}`,
        'Check that it runs and takes OTLP over HTTP as JSON (mostly on port 4318), and check OTEL_EXPORTER_OTLP_HEADERS. Until then traces are lost; nothing else is affected.',
      ),
    ];
  }
}
