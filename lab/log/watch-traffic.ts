// Writes the server's traffic into the live log: API calls, webhooks, and requests to simulated vendors. Secrets are
// masked.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { apiBase } from '#contract/api-base.ts';
import type { LogType } from '#lab/model/log-line.ts';
import { stripQuery } from '#server/http/create-http-app.ts';
import type { LiveLog } from './live-log.ts';
import { maskPath, maskSecrets } from './mask-secrets.ts';

export function watchTraffic(app: FastifyInstance, log: LiveLog, now: () => Date): void {
  const replies = new WeakMap<FastifyRequest, unknown>();
  app.addHook('onRequest', (request, _, done) => {
    const seen = seenAs(request);
    if (seen)
      log.add({
        at: now().getTime(),
        direction: 'call',
        id: request.id,
        ...seen,
        ...(isStream(request) && { isLongLived: true }),
      });
    done();
  });
  app.addHook('onSend', (request, _, payload, done) => {
    if (seenAs(request)) replies.set(request, readReply(payload));
    done(null, payload);
  });
  app.addHook('onResponse', (request, reply, done) => {
    const seen = seenAs(request);
    if (seen)
      log.add({
        at: now().getTime(),
        direction: 'answer',
        id: request.id,
        ...seen,
        state: reply.statusCode < 400 ? 'done' : 'failed',
        detail: {
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime),
          ...(isShown(request.query) && { query: maskSecrets(request.query) }),
          ...(isShown(request.body) && { sent: maskSecrets(request.body) }),
          ...(replies.has(request) && { answered: maskSecrets(replies.get(request)) }),
        },
      });
    done();
  });
  // A closed page aborts its streams and last requests. That is not an error.
  app.addHook('onRequestAbort', (request, done) => {
    const seen = seenAs(request);
    if (seen)
      log.add({
        at: now().getTime(),
        direction: 'answer',
        id: request.id,
        ...seen,
        state: 'left',
        detail: { aborted: true },
      });
    done();
  });
}

function seenAs(request: FastifyRequest): { kind: LogType; name: string } | undefined {
  const path = stripQuery(request.url);
  const named = (prefix: string): string => `${request.method} ${maskPath(path.slice(prefix.length))}`;
  if (path.startsWith(hooks)) return { kind: 'hook', name: named(hooks) };
  if (path.startsWith(`${apiBase}/`)) return { kind: 'server', name: named(`${apiBase}/`) };
  if (!path.startsWith(vendors)) return undefined;
  // Browsers send this header; our server does not.
  const asker = request.headers['sec-fetch-site'] === undefined ? 'our server' : 'the page';
  return { kind: 'vendor', name: `${named(vendors)} (${asker})` };
}

const isStream = ({ headers }: FastifyRequest): boolean => headers.accept?.includes('text/event-stream') ?? false;

const hooks = `${apiBase}/hooks/`;
const vendors = '/lab/vendors/';

function readReply(payload: unknown): unknown {
  if (typeof payload !== 'string' || !/^[[{"]/.test(payload)) return undefined;
  try {
    return JSON.parse(payload) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) return payload;
    throw error;
  }
}

const isShown = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Buffer.isBuffer(value) && Object.keys(value).length > 0;
