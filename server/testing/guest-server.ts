// A server with a platform that has unknown guests, for a test of portal code, which must not import server code.
import { randomUUID } from 'node:crypto';
import { buildGames } from './build-accounts.ts';
import { createTestApp } from './create-test-app.ts';
import { createTestPlatform } from './test-platform.ts';

export const openGuestServer = async (scopedGame: string) => {
  const kongregate = createTestPlatform('kongregate', {
    verify: (login) => {
      const { IsGuest, UserId: externalId } = login as { IsGuest: boolean; UserId: string };
      if (IsGuest) return { outcome: 'guest' };
      return { outcome: 'proved', guest: false, proof: { identity: { type: 'Kongregate', externalId }, name: 'Ken' } };
    },
  });
  const server = await createTestApp({
    platforms: [kongregate.loaded],
    settings: { platforms: kongregate.settings },
    env: { REQUESTS_PER_MINUTE: '9999999' },
  });
  await buildGames(server.database, ['gem-miner', scopedGame]);
  const { settings } = server.money.deps;
  await settings.write('platforms', 'kongregate', { Secret: 'of a developer' }, { game: scopedGame });
  return {
    client: (token?: string) => server.client(token),
    findSession: (token: string) => server.sessions.find(`Bearer ${token}`),
    beginHanded: async (accountId: string) => (await server.sessions.begin(accountId, { handed: true })).token,
    accountsOf: (accountId: string | undefined) =>
      server.database.kysely
        .selectFrom('accounts')
        .innerJoin('connected_games', 'connected_games.account_id', 'accounts.account_id')
        .select(['accounts.account_id', 'name', 'guest', 'game', 'game_uid'])
        .where('accounts.account_id', '=', accountId ?? randomUUID())
        .execute(),
    close: () => server[Symbol.asyncDispose](),
  };
};
