import fastify from 'fastify';
import { expect, test } from 'vitest';
import { hostileAddresses } from '#model/testing/hostile-addresses.ts';
import { redirectSafely } from './safe-redirect.ts';

const origins = ['https://play.example', 'https://partner.example'] as const;
const ask = (to: string) => {
  const app = fastify();
  app.get('/', (request, reply) => redirectSafely(reply, (request.query as { to: string }).to, origins));
  return app.inject({ url: '/', query: { to } });
};

test('redirects the browser with 303, or rejects', async () => {
  const good = await ask('/Profile?tab=games#top');
  expect([good.statusCode, good.headers.location]).toEqual([303, 'https://play.example/Profile?tab=games#top']);
  const partner = await ask('https://partner.example/back');
  expect([partner.statusCode, partner.headers.location]).toEqual([303, 'https://partner.example/back']);
  const bad = await ask('https://evil.example');
  expect([bad.statusCode, bad.headers.location]).toEqual([400, undefined]);
  expect(bad.json()).toMatchObject({ message: 'The address to go to is not on the list.' });
});

test.each(Object.entries(hostileAddresses(origins[0])))(
  "doesn't redirect to another site: %s",
  async (_, addresses) => {
    // A lone surrogate can't be sent in an address.
    for (const address of addresses.filter((each) => each.isWellFormed())) {
      const { statusCode, headers } = await ask(address);
      expect([statusCode, headers.location], address).toEqual([400, undefined]);
    }
  },
);
