// From an identity from elsewhere to a player of one game. Who is known is signed in. An unknown identity, brought in a session
// that may change its account, asks first whether it belongs there; brought without one, it makes an account.
//
// The session of the portal stays as it is: what comes of all this is a session of the game.
import { toLocale } from '#model/locale.ts';
import { Problem } from '#model/problem.ts';
import type { Proof } from '#model/proof.ts';
import type { Database } from '#server/db/database.ts';
import type { GameJwts } from '#server/features/gametokens/game-jwt.ts';
import { newSession, type Session } from '#server/features/sessions/sessions.ts';
import { ownerOf, type SignIn } from '#server/features/signin/sign-in.ts';
import type { Caller } from '#server/http/caller.ts';
import { issueRefreshToken } from './refresh-tokens.ts';

export interface ExternalAccountsDeps {
  readonly database: Database;
  readonly signIn: SignIn;
  readonly gameJwts: Pick<GameJwts, 'sign'>;
}

export interface ExternalProof {
  readonly proof: Proof;
  readonly game: string;
  readonly caller: Caller;
  readonly locale: string | undefined;
  /** Whose word it is: the player's own, or a game's about him, which registers nobody. */
  readonly provedBy: 'player' | 'game';
  readonly session: Session | undefined;
  /** The account that the player chose to give the identity to. */
  readonly transferTo: string | undefined;
}

/** Who is asked whether the identity belongs to him. */
export interface TransferCandidate {
  readonly accountId: string;
  readonly name: string;
  readonly guest: boolean;
  readonly games: readonly string[];
}

export interface GameTokens {
  readonly Token: string;
  readonly RefreshToken: string;
  readonly GameToken?: string;
}

/** The account of the session that the identity could go to; undefined: the identity is known, or no account may take it. */
export async function findTransferCandidate(
  database: Database,
  { proof, game, session }: Pick<ExternalProof, 'proof' | 'game' | 'session'>,
): Promise<TransferCandidate | undefined> {
  // A session of another game has no say here.
  if (!session || (session.game !== undefined && session.game !== game)) return undefined;
  const { owner, account, games } = await database.transaction(async (trx) => ({
    owner: await ownerOf(trx, proof),
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
  // A session that began with a game's word changes nothing about a registered account.
  if (session.game !== undefined && !account.guest) return undefined;
  return { accountId: session.accountId, ...account, games: games.map((row) => row.game) };
}

/** Signs in by the identity; an unknown one makes an account. */
export async function enterGame(deps: ExternalAccountsDeps, given: ExternalProof): Promise<GameTokens> {
  const { proof, game, caller, locale, provedBy } = given;
  const { Token, AccountId } = await deps.signIn(proof, {
    caller,
    game,
    guest: provedBy === 'game',
    ...(locale !== undefined && { locale: toLocale(locale) }),
  });
  return tokensFor(deps, AccountId, game, Token, await issueRefreshToken(deps.database, AccountId, game));
}

/** Gives the identity to the account of the session and enters the game as that account. */
export async function attachAndEnter(deps: ExternalAccountsDeps, given: ExternalProof): Promise<GameTokens> {
  const { proof, game, caller, provedBy, session } = given;
  if (!session) throw new Problem('Unauthenticated');
  const { accountId } = session;
  const { userAgent, network, country } = caller;
  const begun = newSession({ begunBy: proof.identities[0].type, game, userAgent, network, country });
  await deps.database.transaction(async (trx) => {
    const rows = proof.identities.map(({ type, externalId }) => ({
      type,
      external_id: externalId,
      account_id: accountId,
      last_used_at: new Date(),
    }));
    const attached = await trx
      .insertInto('social_identities')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .returning('type')
      .execute();
    // Another request was faster with the identity: nothing happens, and the next attempt finds it known.
    if (!attached.some(({ type }) => type === proof.identities[0].type)) throw new Problem('Conflict');
    // A game's word registers nobody: a guest can still add an identity of his own.
    if (provedBy === 'player')
      await trx.updateTable('accounts').set({ guest: false }).where('account_id', '=', accountId).execute();
    await trx
      .insertInto('sessions')
      .values({ ...begun.row, account_id: accountId })
      .execute();
  });
  return tokensFor(deps, accountId, game, begun.token, await issueRefreshToken(deps.database, accountId, game));
}

/** What a game gets for its player: the GameJwt only where the game is connected. */
export async function tokensFor(
  { database, gameJwts }: Pick<ExternalAccountsDeps, 'database' | 'gameJwts'>,
  accountId: string,
  game: string,
  token: string,
  refreshToken: string,
): Promise<GameTokens> {
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
