// Limits the requests with analytics events that a node accepts at once, and their bytes, before it reads their bodies:
// sign-in and the store need the memory and the time.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { api } from '#contract/api.ts';
import { Problem } from '#model/problem.ts';

export interface TrackAdmissionOptions {
  readonly maxRequests?: number;
  readonly maxBytes?: number;
}

export function createTrackAdmission({ maxRequests = 100, maxBytes = 8_000_000 }: TrackAdmissionOptions = {}) {
  let requests = 0;
  let bytes = 0;
  const admit = ({ headers }: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
    // A chunked body may be as large as the limit.
    const size = Number(headers['content-length'] ?? api.analytics.track.bodyLimit);
    if (requests >= maxRequests || bytes + size > maxBytes) return done(buildOverloadProblem());
    requests += 1;
    bytes += size;
    let isOver = false;
    const release = (): void => {
      if (isOver) return;
      isOver = true;
      requests -= 1;
      bytes -= size;
    };
    reply.raw.once('finish', release).once('close', release);
    return done();
  };
  return {
    /** Call it before the API is mounted. */
    mount: (app: FastifyInstance): void => {
      app.addHook('onRoute', (route) => {
        if (route.config?.call !== 'analytics.track') return;
        // After the rate limit, which rejects single callers.
        route.onRequest = [route.onRequest ?? [], admit].flat();
      });
    },
  };
}

export const buildOverloadProblem = (): Problem =>
  new Problem('Overloaded', 'Too many analytics events are waiting. Send this batch again in a moment.');
