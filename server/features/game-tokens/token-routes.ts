// API calls with which games check tokens, and signing out. A token counts only while its connection exists: once a
// game account moves to another player, the earlier player's tokens stop working.
import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { UserInfo } from '#contract/auth.ts';
import { Problem } from '#model/problem.ts';
import type { Database } from '#server/db/database.ts';
import { endSessionsOfAccount, type Session, type Sessions } from '#server/features/sessions/sessions.ts';
import type { Caller } from '#server/http/caller.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import type { GameJwts } from './game-jwt.ts';

export interface TokenRoutesDeps {
  readonly database: Database;
  readonly sessions: Sessions;
  readonly gameJwts: GameJwts;
}

type TokenCalls =
  | 'validateGameAccessToken'
  | 'userInfo'
  | 'userInfoByPost'
  | 'userInfoOfToken'
  | 'userInfoOfTokenByPost'
  | 'logout'
  | 'confirmFresh'
  | 'logoutEverywhere';

export function createTokenRoutes({
  database,
  sessions,
  gameJwts,
}: TokenRoutesDeps): Pick<AreaHandlers<'auth'>, TokenCalls> {
  /** The token must be a GameJwt of this game, or a session that may be used for it. */
  const bearerOf = async (game: string, token: string, session: Session | undefined): Promise<Bearer | undefined> => {
    if (session) return isGoodFor(session, game) ? { accountId: session.accountId } : undefined;
    return gameJwts.verify(game, token);
  };

  const tellUserInfo = async (call: InfoCall, named?: string): Promise<Static<typeof UserInfo>> => {
    const [, token = ''] = /^Bearer (.+)$/.exec(call.caller().authorization ?? '') ?? [];
    const session = await call.session();
    const game = named ?? (session ? session.game : gameJwts.readGame(token));
    if (game === undefined) throw new Problem('Unauthenticated');
    const bearer = await bearerOf(game, token, session);
    const row = await readConnection(database, game, bearer?.accountId);
    if (!row) throw new Problem(named === undefined ? 'Unauthenticated' : 'UnknownGame');
    if (!bearer || row.account_id === null) throw new Problem('Unauthenticated');
    if (bearer.gameUid !== undefined && bearer.gameUid !== row.game_uid) throw new Problem('Unauthenticated');
    if (row.game_uid === null) throw new Problem('GameNotConnected');
    const address = row.email_shared === true && row.email_validated === true ? row.email : null;
    return {
      Sub: row.account_id,
      Id: row.game_uid,
      sub: row.account_id,
      ...(address !== null && { Email: address, email: address, email_verified: true }),
    };
  };
  const userInfo = (call: InfoCall & { readonly params: { readonly Game: string } }) =>
    tellUserInfo(call, call.params.Game);
  const userInfoOfToken = (call: InfoCall) => tellUserInfo(call);

  return {
    userInfo,
    userInfoByPost: userInfo,
    userInfoOfToken,
    userInfoOfTokenByPost: userInfoOfToken,
    validateGameAccessToken: async ({ body: { Game, AccessToken } }) => {
      const session = await sessions.find(`Bearer ${AccessToken}`);
      // A portal session is not a game's access token, and a game that has one should not learn that it works.
      const bearer = session && session.game === undefined ? undefined : await bearerOf(Game, AccessToken, session);
      const row = bearer && (await readConnection(database, Game, bearer.accountId));
      if (!row || row.account_id === null || row.game_uid === null) return { Valid: false };
      if (bearer.gameUid !== undefined && bearer.gameUid !== row.game_uid) return { Valid: false };
      return { Valid: true, AccountId: row.account_id, GameUid: row.game_uid };
    },
    logout: async ({ session }) => {
      await sessions.end(session.sessionId);
    },
    // `access` admits only fresh sessions.
    confirmFresh: async () => ({ Success: true }),
    logoutEverywhere: async ({ session: { accountId, sessionId }, body }) => ({
      Ended: await endEverything(database, accountId, body.ExceptThis ? sessionId : undefined),
    }),
  };
}

interface InfoCall {
  readonly session: () => Promise<Session | undefined>;
  readonly caller: () => Caller;
}

interface Bearer {
  readonly accountId: string;
  /** Only a GameJwt contains it. */
  readonly gameUid?: string;
}

const isGoodFor = (session: Session, game: string): boolean => session.game === undefined || session.game === game;

const nobody = '00000000-0000-0000-0000-000000000000';

function readConnection({ kysely }: Database, game: string, accountId: string | undefined) {
  return kysely
    .selectFrom('games')
    .leftJoin('accounts', (join) => join.on('accounts.account_id', '=', accountId ?? nobody))
    .leftJoin('connected_games', (join) =>
      join
        .onRef('connected_games.account_id', '=', 'accounts.account_id')
        .onRef('connected_games.game', '=', 'games.game'),
    )
    .select([
      'accounts.account_id',
      'accounts.email',
      'accounts.email_validated',
      'connected_games.game_uid',
      'connected_games.email_shared',
    ])
    .where('games.game', '=', game)
    .executeTakeFirst();
}

/**
 * Also ends the refresh tokens that could restart sessions. Code that starts either holds a share lock on the account's
 * row, so none can be created in between.
 */
function endEverything(database: Database, accountId: string, except: string | undefined): Promise<number> {
  return database.transaction(async (trx) => {
    await trx.selectFrom('accounts').select('account_id').where('account_id', '=', accountId).forUpdate().execute();
    await trx
      .updateTable('refresh_tokens')
      .set({ revoked_at: sql`now()` })
      .where('account_id', '=', accountId)
      .where('revoked_at', 'is', null)
      .execute();
    return endSessionsOfAccount(trx, accountId, except);
  });
}
