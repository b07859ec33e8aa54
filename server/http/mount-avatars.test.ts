import Fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { Problem } from '#model/problem.ts';
import { createHeaderPolicy } from './headers.ts';
import { mountAvatars } from './mount-avatars.ts';

const app = Fastify();
app.setErrorHandler((error, _, reply) => reply.code(error instanceof Problem ? error.status : 400).send());
mountAvatars(app, {
  policy: createHeaderPolicy({
    production: true,
    publicUrl: new URL('https://play.example'),
    gamesUrl: 'https://{game}.games.example',
    debugTools: false,
    remoteDebugUrl: undefined,
    tagManager: undefined,
    frameHosts: {},
  }),
});
afterAll(() => app.close());

const draw = (hue: string, initials: string) => app.inject(`/sdk/avatars/${hue}/${encodeURIComponent(initials)}.svg`);

test('renders initials that every page may show and cache', async () => {
  const answer = await draw('210', 'ÉŻ');
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'image/svg+xml; charset=utf-8',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  });
  expect(answer.body).toContain('>ÉŻ</text>');
  expect(answer.body).toContain('oklch(0.54 0.15 210)');
});

test('accepts missing initials, and counts a composed emoji as one', async () => {
  expect((await draw('0', '')).statusCode).toBe(200);
  expect((await draw('0', '👩‍👩‍👧‍👦🦊')).statusCode).toBe(200);
});

test('renders no markup from an address', async () => {
  expect((await draw('1', '<&')).body).toContain('>&lt;&amp;</text>');
});

test.each([
  ['360', 'AB'],
  ['1000', 'AB'],
  ['-1', 'AB'],
  ['x', 'AB'],
  ['1', 'ABC'],
  ['1', 'A'.repeat(101)],
])('renders nothing for %s and %s', async (hue, initials) => {
  const { statusCode } = await draw(hue, initials);
  expect(statusCode).toBeGreaterThanOrEqual(400);
  expect(statusCode).toBeLessThan(500);
});

test('serves no other type of picture', async () => {
  expect((await app.inject('/sdk/avatars/1/AB.png')).statusCode).toBe(404);
});
