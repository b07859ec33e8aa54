import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as identities from '#identities/registry.ts';
import { buildAccount, buildGames } from '#server/testing/build-accounts.ts';
import { createGameTestApp, type GameTestApp } from '#server/testing/create-game-test-app.ts';

const game = 'gem-miner';
let server: GameTestApp;
let key: string;
let ada: string;

beforeAll(async () => {
  server = await createGameTestApp();
  await buildGames(server.database, [game, 'sky-courier']);
  key = await server.gameKeys.create(game);
  ada = await buildAccount(server.database, { email: 'ada@players.example' });
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(() => allow(true));

async function allow(import_allowed: boolean): Promise<void> {
  await server.database.kysely.updateTable('games').set({ import_allowed }).where('game', '=', game).execute();
}

const bring = (SocialIdentifierType: string, SocialIdentifier: string, token: string | undefined = key, more = {}) =>
  server.client(token).auth.authenticateFromImport({
    GameSystemName: game,
    SocialIdentifierType,
    SocialIdentifier,
    ...more,
  });

test('signs in an imported player, to that game only', async () => {
  const { Token } = await bring('AW', 'player-1');
  const session = await server.sessions.find(`Bearer ${Token}`);
  expect(session).toMatchObject({ game });
  const { Token: again } = await bring('AW', 'player-1', key, { Game: game });
  expect((await server.sessions.find(`Bearer ${again}`))?.accountId).toBe(session?.accountId);
  const account = await server.database.kysely
    .selectFrom('accounts')
    .select('guest')
    .where('account_id', '=', session?.accountId ?? '')
    .executeTakeFirstOrThrow();
  expect(account.guest).toBe(true);
});

test('50 concurrent imports return the same player', async () => {
  const replies = await Promise.all(Array.from({ length: 50 }, () => bring('AW', 'crowd')));
  const found = await Promise.all(replies.map(({ Token }) => server.sessions.find(`Bearer ${Token}`)));
  expect(new Set(found.map((session) => session?.accountId)).size).toBe(1);
});

test('is off until an operator allows it', async () => {
  await allow(false);
  await expect(bring('AW', 'player-1')).rejects.toMatchObject({ status: 403, code: 'ImportNotAllowed' });
});

test("needs this game's credential", async () => {
  const { token } = await server.sessions.begin(ada);
  for (const each of [undefined, token, `${key.slice(0, -1)}x`, 'nonsense']) {
    const client = server.client(each);
    await expect(
      client.auth.authenticateFromImport({ GameSystemName: game, SocialIdentifierType: 'AW', SocialIdentifier: '1' }),
    ).rejects.toMatchObject({ status: 401, code: 'Unauthenticated' });
  }
  const other = await server.gameKeys.create('sky-courier');
  await expect(bring('AW', '1', other)).rejects.toMatchObject({ status: 403, code: 'Forbidden' });
  await expect(bring('AW', '1', key, { Game: 'sky-courier' })).rejects.toMatchObject({ code: 'Forbidden' });
});

test('rejects unknown types', async () => {
  await expect(bring('Invented', '1')).rejects.toMatchObject({
    code: 'InvalidRequest',
    detail: '[AUTH IMPORT] Incorrect social identifier type',
  });
});

test.each(['Email', 'Google', 'Apple', 'Firebase', ...Object.values(identities).flatMap((each) => each.identityTypes)])(
  'never accepts a type that players prove themselves: %s',
  async (type) => {
    const before = await server.database.kysely
      .selectFrom('sessions')
      .select('session_id')
      .where('account_id', '=', ada)
      .execute();
    await expect(bring(type, 'ada@players.example')).rejects.toMatchObject({ code: 'ImportNotAllowed' });
    const after = await server.database.kysely
      .selectFrom('sessions')
      .select('session_id')
      .where('account_id', '=', ada)
      .execute();
    expect(after).toEqual(before);
  },
);

test('needs a game that exists', async () => {
  const gone = 'paper-fleet';
  await buildGames(server.database, [gone]);
  await server.database.kysely.updateTable('games').set({ import_allowed: true }).where('game', '=', gone).execute();
  const goneKey = await server.gameKeys.create(gone);
  const importTo = (GameSystemName: string) =>
    server
      .client(goneKey)
      .auth.authenticateFromImport({ GameSystemName, SocialIdentifierType: 'AW', SocialIdentifier: 'lost' });
  await expect(importTo('no-such-game')).rejects.toMatchObject({ status: 403, code: 'Forbidden' });
  expect(await importTo(gone)).toEqual({ Token: expect.any(String) as string });
  await server.database.kysely.deleteFrom('games').where('game', '=', gone).execute();
  await expect(importTo(gone)).rejects.toMatchObject({ status: 401, code: 'Unauthenticated' });
});

test('an Xsolla user of the game is imported, for that game only', async () => {
  const { Token } = await bring('Xsolla', 'user-42');
  const { accountId = '' } = (await server.sessions.find(`Bearer ${Token}`)) ?? {};
  const { Token: again } = await bring('Xsolla', 'user-42');
  expect(await server.sessions.find(`Bearer ${again}`)).toMatchObject({ accountId, game });
  const identities = await server.database.kysely
    .selectFrom('social_identities')
    .select(['type', 'external_id', 'game'])
    .where('account_id', '=', accountId)
    .execute();
  expect(identities).toEqual([{ type: 'Xsolla', external_id: 'user-42', game }]);
});
