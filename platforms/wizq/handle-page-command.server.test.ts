import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildGames } from '#server/testing/build-accounts.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { samplePlayer } from '../kit/testing/people.ts';
import { defaultScenario } from '../scenario.ts';
import { simulator } from './simulator.server.ts';

const place = { at: 'http://vendors.example/proxy', hookUrl: 'http://127.0.0.1:1/', now: () => new Date() };
const Game = 'gem-miner';
let server: TestApp;
let start = '';

beforeAll(async () => {
  server = await createTestApp({ settings: { platforms: { wizq: simulator.settings(place) } } });
  await buildGames(server.database, [Game, 'sky-courier']);
  start = (await simulator.launch(samplePlayer, defaultScenario, place)).query?.['wizq'] ?? '';
});
afterAll(() => server[Symbol.asyncDispose]());

const write = (more: object = {}) => JSON.stringify({ command: 'getUserId', number: 1, start, ...more });
const send = (form: object) => server.client().wizq.proxyRequest({ Game, ...form });
const enter = (Token: string, game = Game) =>
  server.client().auth.authenticateFromSocial({ Social: 'WizQ', Game: game, WizQ: { Token } });

it('answers a command in either field with a token that signs in once', async () => {
  const first = await send({ json: write() });
  const second = await send({ JsonData: write({ number: 2 }) });
  const { AccountId } = await enter(first.Token);
  expect(await enter(second.Token)).toMatchObject({
    AccountId,
    SocialIdentifierType: 'WizQ',
    SocialIdentifier: samplePlayer.id,
  });
  await expect(enter(first.Token)).rejects.toMatchObject({ status: 401, code: 'ProofRefused' });
});

it('signs in once if the same token is sent several times concurrently', async () => {
  const { Token } = await send({ json: write() });
  const ends = await Promise.allSettled(Array.from({ length: 5 }, () => enter(Token)));
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

it('issues a token for the requested game only', async () => {
  const { Token } = await send({ json: write() });
  await expect(enter(Token, 'sky-courier')).rejects.toMatchObject({ status: 401, code: 'ProofRefused' });
});

it.each([
  ['nothing', {}, 400, 'InvalidRequest'],
  ['a command that is not allowed', { json: write({ command: 'proxy' }) }, 400, 'InvalidRequest'],
  ['unsigned launch data', { json: write({ start: 'me' }) }, 401, 'ProofRefused'],
])('refuses %s with a code', async (_, form, status, code) => {
  await expect(send(form)).rejects.toMatchObject({ status, code });
});
