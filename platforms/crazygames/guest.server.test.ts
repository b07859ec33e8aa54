import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertDemoContent } from '#lab/demo/insert-demo-content.ts';
import { buildSimulatedPlayer } from '#lab/model/simulated-players.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { simulateVendors, type SimulatedVendors } from '#server/testing/simulated-vendors.ts';
import { simulator } from './simulator.server.ts';

const place = {
  at: 'http://vendors.example/lab/vendors/crazygames',
  hookUrl: 'http://127.0.0.1:1/',
  now: () => new Date(),
};
const player = buildSimulatedPlayer('registered', 'crazygames');
let vendors: SimulatedVendors;
let server: TestApp;

beforeAll(async () => {
  vendors = await simulateVendors();
  server = await createTestApp({
    settings: { platforms: { crazygames: simulator.settings(place) } },
    vendorFetch: vendors.fetch,
  });
  await insertDemoContent(server.database);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await vendors[Symbol.asyncDispose]();
});

it('can’t buy, and becomes the player who signs in, keeping everything', async () => {
  const start = { Social: 'CrazyGames', Game: 'gem-miner' } as const;
  const guest = await server.client().auth.authenticateFromSocial({ ...start, CrazyGames: { IsGuest: true } });
  expect(guest.SocialIdentifierType).toBe('CrazyGamesGuest');
  const CrazyGames = (await simulator.paymentRequest?.(player, place)) as { AccessToken: string };
  const purchase = { Game: 'gem-miner', Sku: 'gems-100', WebPublishingPlatform: 'CrazyGames', CrazyGames } as const;
  await expect(server.client(guest.Token).store.createPayment(purchase as never)).rejects.toMatchObject({
    status: 409,
  });
  const login = (await simulator.login('good', player, place)) as { Token: string; IsGuest: boolean };
  const known = await server.client(guest.Token).auth.authenticateFromSocial({ ...start, CrazyGames: login });
  expect(known).toMatchObject({ AccountId: guest.AccountId, SocialIdentifierType: 'CrazyGames' });
  const { TransactionId } = await server.client(known.Token).store.createPayment(purchase);
  expect(TransactionId).toMatch(/^[0-9a-f-]{36}$/);
});
