// One span per request. Streams have none, because they last for hours; nor have probes and metrics.
import type { Span } from '@opentelemetry/api';
import type { FastifyInstance } from 'fastify';
import { activeSpan, type Tracing } from './tracing.ts';

declare module 'fastify' {
  interface FastifyRequest {
    span?: Span;
  }
}

const untraced = new Set(['/healthz', '/readyz', '/metrics']);

/** Call it before other hooks are added, so that they run inside the span. */
export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  app.addHook('onRequest', (request, _, done) => {
    const { method, routeOptions, headers, id } = request;
    const { url: route, config } = routeOptions;
    if (config.isStream === true || (route !== undefined && untraced.has(route))) {
      done();
      return;
    }
    const { traceparent } = headers;
    const span = tracing.start(
      {
        name: route === undefined ? method : `${method} ${route}`,
        kind: 'server',
        // Not the address, which contains tokens.
        attributes: { 'http.request.method': method, 'http.route': route, 'fxid.request_id': id },
      },
      tracing.continuesIncoming && typeof traceparent === 'string' ? traceparent : undefined,
    );
    // Nothing of this request is sent, so its steps need no context.
    if (!span.isRecording()) {
      done();
      return;
    }
    request.span = span;
    activeSpan.run(span, done);
  });
  // The end of a body is reported outside of the context that the first hook entered.
  app.addHook('preValidation', (request, _, done) => {
    if (request.span) activeSpan.run(request.span, done);
    else done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { span, pageRoute, problem, method } = request;
    if (!span) {
      done();
      return;
    }
    if (pageRoute !== undefined) span.updateName(`${method} ${pageRoute}`).setAttribute('http.route', pageRoute);
    span.setAttribute('http.response.status_code', reply.statusCode);
    if (problem !== undefined) span.setAttribute('fxid.problem', problem);
    if (reply.statusCode >= 500) tracing.markFailed(span, problem ?? String(reply.statusCode));
    span.end();
    // The log line of the request is written by a later hook.
    activeSpan.run(span, done);
  });
}
