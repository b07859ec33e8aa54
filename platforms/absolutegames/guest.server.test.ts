import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildGames } from '#server/testing/build-accounts.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { samplePlayer } from '../kit/testing/people.ts';
import { simulator } from './simulator.server.ts';

const place = { at: 'http://vendors.example/guests', hookUrl: 'http://127.0.0.1:1/', now: () => new Date() };
let server: TestApp;

beforeAll(async () => {
  server = await createTestApp({ settings: { platforms: { absolutegames: simulator.settings(place) } } });
  await buildGames(server.database, ['gem-miner']);
});
afterAll(() => server[Symbol.asyncDispose]());

async function enter(id: string, isGuest: boolean, token?: string) {
  const AbsoluteGames = await simulator.login('good', { ...samplePlayer, id, isGuest }, place);
  const call = { Social: 'AbsoluteGames', Game: 'gem-miner', AbsoluteGames } as const;
  return server.client(token).auth.authenticateFromSocial(call as never);
}

it('keeps the account of a guest who registers', async () => {
  const guest = await enter('501', true);
  expect(guest).toMatchObject({ SocialIdentifierType: 'AbsoluteGamesGuest', SocialIdentifier: '501' });
  const somebody = await enter('502', false, guest.Token);
  expect(somebody).toMatchObject({ SocialIdentifierType: 'AbsoluteGames', AccountId: guest.AccountId });
  // The next start has no session to rely on.
  expect((await enter('502', false)).AccountId).toBe(guest.AccountId);
});

it('leaves the guest’s account if the player already had one', async () => {
  const known = await enter('601', false);
  const guest = await enter('602', true);
  expect((await enter('601', false, guest.Token)).AccountId).toBe(known.AccountId);
  expect(guest.AccountId).not.toBe(known.AccountId);
});

it('treats a guest and a player with the same id as two accounts', async () => {
  const guest = await enter('701', true);
  expect((await enter('701', false)).AccountId).not.toBe(guest.AccountId);
});
