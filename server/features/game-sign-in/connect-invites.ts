// Connects a game in two steps, so that opening a link alone connects nothing: the token is bound to the account, then
// the player confirms. A session started by a game's assertion is not enough.
import { sql } from 'kysely';
import type { ConnectedGame, ConnectedGameSettings } from '#model/account.ts';
import type { gameConnectionResults } from '#model/game-connection.ts';
import { Problem } from '#model/problem.ts';
import type { Database } from '#server/db/database.ts';
import type { GameJwts } from '#server/features/game-tokens/game-jwt.ts';
import type { FindOpenStores } from '#server/features/store/open-stores.ts';
import type { Caller } from '#server/http/caller.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import { hashToken } from '#server/secrets/one-time-token.ts';
import { connectGame, findConnectObstacle, type ConnectGameAccountResult, type GameAccount } from './connect-game.ts';

export interface ConnectInvitesDeps {
  readonly database: Database;
  readonly gameJwts: Pick<GameJwts, 'sign'>;
  readonly findStores: FindOpenStores;
}

export function createConnectInviteRoutes({
  database,
  gameJwts,
  findStores,
}: ConnectInvitesDeps): Pick<AreaHandlers<'invite'>, 'connectFromGame' | 'updateConnectGameInvite'> {
  const connectedGame = async ({ game, gameUid }: GameAccount, { country }: Caller): Promise<ConnectedGame> => ({
    Game: game,
    GameUid: gameUid,
    StoreEnabled: (await findStores([game], country)).has(game),
    ...(await readForPlayers(database, game)),
  });
  return {
    connectFromGame: async ({ session, body, caller }) => {
      const tokenHash = hashToken('fxc_', body.ConnectToken);
      if (!tokenHash) return { Result: 'FailedTimeout' };
      const bound = await database.transaction(async (trx) => {
        const invite = await trx
          .updateTable('connect_invites')
          .set({ account_id: session.accountId })
          .where('token_hash', '=', tokenHash)
          .where('game', '=', body.Game)
          .where((eb) => eb.or([eb('account_id', 'is', null), eb('account_id', '=', session.accountId)]))
          .where('consumed_at', 'is', null)
          .where('expires_at', '>', sql<Date>`now()`)
          .returning(['game', 'game_uid as gameUid'])
          .executeTakeFirst();
        const obstacle = invite && (await findConnectObstacle(trx, session.accountId, invite));
        // Releases the token, so the same person can use it in another account.
        if (obstacle)
          await trx
            .updateTable('connect_invites')
            .set({ account_id: null })
            .where('token_hash', '=', tokenHash)
            .execute();
        return { invite, obstacle };
      });
      if (!bound.invite) return { Result: 'FailedTimeout' };
      if (bound.obstacle) return { Result: resultOf(bound.obstacle) };
      return { Result: 'Created', ConnectedGame: await connectedGame(bound.invite, caller()) };
    },
    updateConnectGameInvite: async ({ session, body, caller }) => {
      const tokenHash = hashToken('fxc_', body.ConnectToken);
      if (!tokenHash) return { Result: 'FailedTimeout' };
      const done = await database.transaction(async (trx) => {
        const invite = await trx
          .updateTable('connect_invites')
          .set({ consumed_at: sql`now()` })
          .where('token_hash', '=', tokenHash)
          .where('account_id', '=', session.accountId)
          .where('consumed_at', 'is', null)
          .where('expires_at', '>', sql<Date>`now()`)
          .returning(['game', 'game_uid as gameUid'])
          .executeTakeFirst();
        if (!invite) return undefined;
        return {
          invite,
          outcome: body.Accept ? await connectGame(trx, session.accountId, invite) : 'refused',
        } as const;
      });
      if (!done) return { Result: 'FailedTimeout' };
      if (done.outcome === 'refused') return { Result: 'FailedUnknown' };
      if (done.outcome !== 'connected') return { Result: resultOf(done.outcome) };
      const GameJwt = await signFor(session.accountId, done.invite);
      return { Result: 'Success', ConnectedGame: { ...(await connectedGame(done.invite, caller())), GameJwt } };
    },
  };

  async function signFor(accountId: string, { game, gameUid }: GameAccount): Promise<string> {
    const { guest } = await database.kysely
      .selectFrom('accounts')
      .select('guest')
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow(() => new Problem('Unauthenticated'));
    return gameJwts.sign(accountId, game, gameUid, guest);
  }
}

const resultOf = (outcome: Exclude<ConnectGameAccountResult, 'connected'>): keyof typeof gameConnectionResults =>
  outcome === 'already-connected'
    ? 'FailedGameOfThisTypeAlreadyConnectedToYourAccount'
    : 'FailedThisGameAccountAlreadyConnectedToAnotherAccount';

async function readForPlayers({ kysely }: Database, game: string): Promise<ConnectedGameSettings> {
  const row = await kysely.selectFrom('games').select('for_players').where('game', '=', game).executeTakeFirst();
  return row?.for_players ?? {};
}
