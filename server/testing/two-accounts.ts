// For tests: two players who may merge, with their data.
import { buildAccount, offerMerge, type AccountSpec } from './build-accounts.ts';
import type { TestApp } from './create-test-app.ts';

export const januaryDay = (number: number): Date => new Date(Date.UTC(2026, 0, number));

export const annaSpec = {
  name: 'Anna',
  email: 'anna@example.com',
  marketing: true,
  createdAt: januaryDay(2),
  identities: [{ type: 'Email', id: 'anna@example.com' }],
  games: [
    { game: 'chess', uid: 'anna-chess', lastPlayedAt: januaryDay(9) },
    { game: 'ludo', uid: 'anna-ludo', lastPlayedAt: januaryDay(3) },
  ],
};
export const bertSpec = {
  name: 'Bert',
  email: 'bert@example.com',
  createdAt: januaryDay(1),
  identities: [
    { type: 'Twitch', id: 'bert' },
    { type: 'Email', id: 'bert@example.com' },
  ],
  games: [
    { game: 'chess', uid: 'bert-chess', lastPlayedAt: januaryDay(8) },
    { game: 'ludo', uid: 'bert-ludo', lastPlayedAt: januaryDay(4) },
    { game: 'go', uid: 'bert-go' },
  ],
};

export async function createTwoAccounts(
  server: TestApp,
  first: AccountSpec = annaSpec,
  second: AccountSpec = bertSpec,
) {
  const own = await buildAccount(server.database, first);
  const other = await buildAccount(server.database, second);
  const { token } = await server.sessions.begin(own, { begunBy: 'Email' });
  const MergeToken = await offerMerge(server.database, own, other, { type: 'Twitch', id: 'bert' });
  return { own, other, token, client: server.client(token), MergeToken };
}

export const listExternalIds = async (server: TestApp, accountId: string): Promise<string[]> =>
  (
    await server.database.kysely
      .selectFrom('social_identities')
      .select('external_id')
      .where('account_id', '=', accountId)
      .orderBy('external_id')
      .execute()
  ).map(({ external_id }) => external_id);

export const listGameUids = async (server: TestApp, accountId: string): Promise<string[]> =>
  (
    await server.database.kysely
      .selectFrom('connected_games')
      .select('game_uid')
      .where('account_id', '=', accountId)
      .orderBy('game_uid')
      .execute()
  ).map(({ game_uid }) => game_uid);

export const readAccountRow = (server: TestApp, accountId: string) =>
  server.database.kysely
    .selectFrom('accounts')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
