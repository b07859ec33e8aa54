// Forwards browsers' error reports, so that pages never contact the collector. It is not an open proxy: destination,
// headers and timeout are fixed.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '#model/problem.ts';
import type { Config } from '#server/config.ts';
import type { Log } from '#server/http/log.ts';
import type { SafeFetch, SafeResponse } from '#server/http/safe-fetch.ts';
import { readErrorDestination } from './error-destination.ts';
import { readEnvelopeDsn } from './read-envelope-dsn.ts';

export interface ErrorTunnelOptions {
  readonly config: Pick<Config, 'production' | 'errorDsn'>;
  readonly log: Log;
  readonly safeFetch: SafeFetch;
}

const bodyLimit = 200_000;
const perMinute = 120;
const timeoutMs = 5000;
// Limits memory while the collector is slow.
const maxAtOnce = 32;
const quietSeconds = 60;
const contentTypes = ['text/plain', 'application/x-sentry-envelope', 'application/octet-stream'];

export async function mountErrorTunnel(
  app: FastifyInstance,
  { config, log, safeFetch }: ErrorTunnelOptions,
): Promise<void> {
  const destination = config.errorDsn && readErrorDestination(config.errorDsn);
  let underWay = 0;

  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    if (!destination) throw new Problem('CallNotAvailable', 'This portal takes no error reports: it has no ERROR_DSN.');
    const site = request.headers['sec-fetch-site'];
    if (site !== undefined && site !== 'same-origin')
      throw new Problem('Forbidden', "Error reports are taken from the portal's own pages only.");
    const envelope = request.body;
    if (!(envelope instanceof Buffer)) throw new Problem('MalformedBody', "The body isn't an envelope.");
    if (!destination.isNamedBy(readEnvelopeDsn(envelope)))
      throw new Problem('Forbidden', 'The envelope is for another destination than the one that is configured.');
    if (underWay >= maxAtOnce) {
      void reply.header('retry-after', quietSeconds);
      throw new Problem('TooManyRequests', 'Too many error reports are on their way.');
    }
    underWay += 1;
    try {
      const answer = await safeFetch(destination.address, {
        method: 'POST',
        headers: { 'content-type': 'application/x-sentry-envelope', 'user-agent': 'fxid-tunnel' },
        body: envelope,
        timeoutMs,
        maxBytes: 64 * 1024,
        allowLoopback: !config.production,
      });
      return passOn(answer, reply, log);
    } catch (error) {
      // The report is dropped: the browser should not retry.
      log.warn({ err: error }, 'The error collector at ERROR_DSN is unreachable; a report was dropped.');
      return reply.code(202).send();
    } finally {
      underWay -= 1;
    }
  };

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(contentTypes, { parseAs: 'buffer', bodyLimit }, (_, body, done) => done(null, body));
    scope.post('/api/s_tunnel', { bodyLimit, config: { rateLimit: { max: perMinute, timeWindow: 60_000 } } }, handler);
  });
}

/** Returns only the collector's rate limit to the browser, never its body or redirects. */
function passOn({ status, headers }: SafeResponse, reply: FastifyReply, log: Log): FastifyReply {
  for (const name of ['x-sentry-rate-limits', 'retry-after']) {
    const value = headers[name];
    if (typeof value === 'string') void reply.header(name, value.slice(0, 500));
  }
  if (status === 429) return reply.code(429).send();
  const isTaken = status >= 200 && status < 300;
  if (!isTaken) log.warn({ status }, 'The error collector at ERROR_DSN rejected a report; it was dropped.');
  return reply.code(isTaken ? 200 : 202).send();
}
