import type { SafeFetch } from '#server/http/safe-fetch.ts';
import type { Tracing } from './tracing.ts';

/**
 * Traces outgoing requests by vendor and host; paths may contain tokens. The vendor gets no `traceparent`: third parties
 * learn nothing of our traces.
 */
export function withVendorCallTracing(safeFetch: SafeFetch, tracing: Tracing): SafeFetch {
  return (address, options = {}) => {
    const { method = 'GET', provider } = options;
    return tracing.traceStep(
      {
        name: provider === undefined ? method : `${method} ${provider}`,
        kind: 'client',
        attributes: {
          'http.request.method': method,
          'server.address': URL.parse(address)?.hostname,
          'fxid.provider': provider,
        },
      },
      async (span) => {
        const answer = await safeFetch(address, options);
        span?.setAttribute('http.response.status_code', answer.status);
        if (span && answer.status >= 400) tracing.markFailed(span, String(answer.status));
        return answer;
      },
    );
  };
}
