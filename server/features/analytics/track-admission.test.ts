import fastify from 'fastify';
import { expect, test } from 'vitest';
import type { Problem } from '#model/problem.ts';
import { createTrackAdmission, type TrackAdmissionOptions } from './track-admission.ts';

/** Calls with the body `hold` are answered by `release`. */
function createApp(options: TrackAdmissionOptions) {
  const parsed: string[] = [];
  const held = Promise.withResolvers<void>();
  const holding = Promise.withResolvers<void>();
  const app = fastify();
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, (_, body, done) => {
    parsed.push(String(body));
    done(null, body);
  });
  app.setErrorHandler<Problem>((problem, _, reply) => reply.code(problem.status).send(problem.code));
  createTrackAdmission(options).mount(app);
  for (const call of ['analytics.track', 'auth.signIn'])
    app.post(`/${call}`, { config: { call } }, async ({ body }, reply) => {
      holding.resolve();
      if (body === 'hold') await held.promise;
      return reply.code(204).send();
    });
  const post = async (call: string, payload: string): Promise<number> => {
    const headers = { 'content-type': 'text/plain' };
    return (await app.inject({ method: 'POST', url: `/${call}`, headers, payload })).statusCode;
  };
  return { post, parsed, release: held.resolve, holding: holding.promise };
}

test.each<[string, TrackAdmissionOptions]>([
  ['requests', { maxRequests: 1 }],
  ['bytes', { maxBytes: 5 }],
])('above the limit of %s, events get 503 before their body is read; other calls are served', async (_, options) => {
  const { post, parsed, release, holding } = createApp(options);
  const first = post('analytics.track', 'hold');
  await holding;
  expect(await post('analytics.track', 'more')).toBe(503);
  expect(await post('auth.signIn', 'other')).toBe(204);
  expect(parsed).toEqual(['hold', 'other']);
  release();
  expect(await first).toBe(204);
  expect(await post('analytics.track', 'later')).toBe(204);
});
