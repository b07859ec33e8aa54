import fc from 'fast-check';
import { expect, test } from 'vitest';
import fastify from 'fastify';
import { safeDestination, safeRedirect } from './safe-redirect.ts';

const origins = ['https://play.example', 'https://partner.example'] as const;

test.each([
  ['/Profile?tab=games#top', 'https://play.example/Profile?tab=games#top'],
  ['https://partner.example/back', 'https://partner.example/back'],
  ['HTTPS://PLAY.example/x', 'https://play.example/x'],
  ['/a/../b', 'https://play.example/b'],
])('lets %s through', (address, expected) => {
  expect(safeDestination(address, origins)).toBe(expected);
});

test.each([
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'https:evil.example',
  'https:///evil.example',
  'https://play.example@evil.example',
  'https://user:pass@play.example/',
  'https://play.example.evil.example/',
  'http://play.example/',
  'https://play.example:444/',
  'javascript:alert(1)',
  'data:text/html,hi',
  '/\tevil',
  '/\u0000',
  ' /x',
  'evil.example',
  '',
  `/${'a'.repeat(3000)}`,
])('stops %j', (address) => {
  expect(safeDestination(address, origins)).toBeUndefined();
});

test('whatever comes in, what goes out is on the list', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.webUrl(),
        fc.string().map((text) => `/${text}`),
      ),
      (address) => {
        const destination = safeDestination(address, origins);
        return destination === undefined || origins.some((origin) => new URL(destination).origin === origin);
      },
    ),
    { numRuns: 2000 },
  );
});

test('sends the browser on with a 303, or refuses', async () => {
  const app = fastify();
  app.get('/', (request, reply) => safeRedirect(reply, (request.query as { to: string }).to, origins));
  const good = await app.inject('/?to=%2FProfile');
  expect([good.statusCode, good.headers.location]).toEqual([303, 'https://play.example/Profile']);
  const bad = await app.inject('/?to=https%3A%2F%2Fevil.example');
  expect([bad.statusCode, bad.headers.location]).toEqual([400, undefined]);
  expect(bad.json()).toMatchObject({ message: 'The address to go to is not on the list.' });
});
