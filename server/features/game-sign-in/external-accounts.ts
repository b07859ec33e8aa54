// Signs a player in to one game by an external identity. An unknown identity may first be offered to the session's
// account; otherwise it creates a new account. The portal's session is unchanged.
import { analyticsEventIds } from '#model/analytics-events.ts';
import { toLocale } from '#model/locale.ts';
import { Problem } from '#model/problem.ts';
import type { VerifiedProof } from '#model/proof.ts';
import type { Database } from '#server/db/database.ts';
import { recordServerEvent } from '#server/features/analytics/record-server-event.ts';
import type { GameJwts } from '#server/features/game-tokens/game-jwt.ts';
import { requireFreshSession } from '#server/features/sessions/admit-session.ts';
import { createSession, type Session } from '#server/features/sessions/sessions.ts';
import { attachIdentity, findIdentityOwner, type IdentityScope } from '#server/features/sign-in/scoped-identities.ts';
import type { SignIn } from '#server/features/sign-in/sign-in.ts';
import type { NotifyIdentityChange } from '#server/features/sign-in/notify-identity-change.ts';
import type { Caller } from '#server/http/caller.ts';
import { issueRefreshToken } from './refresh-tokens.ts';

export interface ExternalAccountsDeps {
  readonly database: Database;
  readonly signIn: SignIn;
  readonly gameJwts: Pick<GameJwts, 'sign'>;
  readonly notifyIdentityChange: NotifyIdentityChange;
  readonly now: () => Date;
}

export interface ExternalSignInParams {
  readonly proof: VerifiedProof;
  readonly scope: IdentityScope;
  readonly game: string;
  readonly caller: Caller;
  readonly locale: string | undefined;
  readonly session: Session | undefined;
  readonly transferTo: string | undefined;
}

export interface IdentityReceiver {
  readonly accountId: string;
  readonly name: string;
  readonly guest: boolean;
  readonly games: readonly string[];
}

export interface GameSignInTokens {
  readonly Token: string;
  readonly RefreshToken: string;
  readonly GameToken?: string;
}

/** Undefined if the identity is known or the account may not take it. */
export async function findIdentityReceiver(
  database: Database,
  { proof, scope, session }: Pick<ExternalSignInParams, 'proof' | 'scope' | 'session'>,
): Promise<IdentityReceiver | undefined> {
  if (!session) return undefined;
  const { owner, account, games } = await database.transaction(async (trx) => ({
    owner: await findIdentityOwner(trx, { ...proof.identity, scope }),
    account: await trx
      .selectFrom('accounts')
      .select(['name', 'guest'])
      .where('account_id', '=', session.accountId)
      .executeTakeFirst(),
    games: await trx
      .selectFrom('connected_games')
      .select('game')
      .where('account_id', '=', session.accountId)
      .orderBy('game')
      .execute(),
  }));
  if (owner !== undefined || !account) return undefined;
  return { accountId: session.accountId, ...account, games: games.map((row) => row.game) };
}

export async function signInToGame(deps: ExternalAccountsDeps, given: ExternalSignInParams): Promise<GameSignInTokens> {
  const { proof, scope, game, caller, locale } = given;
  const { Token, AccountId } = await deps.signIn(proof, {
    caller,
    scope,
    boundTo: game,
    ...(locale !== undefined && { locale: toLocale(locale) }),
  });
  await countSignIn(deps, given, AccountId);
  return issueGameTokens(deps, AccountId, game, Token, await issueRefreshToken(deps.database, AccountId, game));
}

/** A guest registers by its own proof; any other account needs a fresh session. */
export async function attachIdentityAndSignIn(
  deps: ExternalAccountsDeps,
  given: ExternalSignInParams,
  { accountId, guest }: IdentityReceiver,
): Promise<GameSignInTokens> {
  const { proof, scope, game, caller, session } = given;
  if (!session) throw new Problem('Unauthenticated');
  if (guest && scope === undefined) {
    const { Token } = await deps.signIn(proof, { caller, scope, boundTo: game, session });
    await countSignIn(deps, given, accountId);
    return issueGameTokens(deps, accountId, game, Token, await issueRefreshToken(deps.database, accountId, game));
  }
  requireFreshSession(session);
  const { userAgent, network, country } = caller;
  const token = await deps.database.transaction(async (trx) => {
    const identity = { ...proof.identity, scope };
    const { identityId, change } = await attachIdentity(trx, accountId, identity);
    await deps.notifyIdentityChange(trx, accountId, { change, identityId, ...identity });
    const begun = createSession({ begunBy: identity.type, game, identityId, userAgent, network, country });
    await trx
      .insertInto('sessions')
      .values({ ...begun.row, account_id: accountId })
      .execute();
    return begun.token;
  });
  await countSignIn(deps, given, accountId);
  return issueGameTokens(deps, accountId, game, token, await issueRefreshToken(deps.database, accountId, game));
}

function countSignIn(
  { database, now }: ExternalAccountsDeps,
  { proof, game }: ExternalSignInParams,
  accountId: string,
) {
  const fields = { S1: game, S2: proof.identity.type };
  const { ExternalIdAuthenticated: eventId } = analyticsEventIds;
  return recordServerEvent(database.kysely, { accountId, eventId, fields, at: now() });
}

/** Includes a GameJwt only if the game is connected. */
export async function issueGameTokens(
  { database, gameJwts }: Pick<ExternalAccountsDeps, 'database' | 'gameJwts'>,
  accountId: string,
  game: string,
  token: string,
  refreshToken: string,
): Promise<GameSignInTokens> {
  const connection = await database.kysely
    .selectFrom('connected_games')
    .innerJoin('accounts', 'accounts.account_id', 'connected_games.account_id')
    .select(['connected_games.game_uid', 'accounts.guest'])
    .where('connected_games.account_id', '=', accountId)
    .where('connected_games.game', '=', game)
    .executeTakeFirst();
  return {
    Token: token,
    RefreshToken: refreshToken,
    ...(connection && { GameToken: await gameJwts.sign(accountId, game, connection.game_uid, connection.guest) }),
  };
}
