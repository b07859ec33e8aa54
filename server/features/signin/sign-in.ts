// From a proof of identity to a session. An account is found by a proved identity and by nothing else: never by an e-mail
// address that happens to be equal. Every sign-in gets a new token, so that a token from before it is worth nothing.
//
// In a session the proof is added to that account. A guest that proves an identity becomes a player and keeps its AccountId;
// a proof that belongs to another account moves nothing: it comes back with the offer to merge the two.
import { randomInt, randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { Proof } from '#model/proof.ts';
import type { SignedIn } from '#identities/port.server.ts';
import type { Locale } from '#model/locale.ts';
import { Problem } from '#model/problem.ts';
import type { Database } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';
import {
  endSessionIn,
  endSessionsIn,
  newSession,
  type NewSession,
  type Session,
  type Sessions,
} from '#server/features/sessions/sessions.ts';
import type { Caller } from '#server/http/caller.ts';
import { newToken } from '#server/secrets/one-time-token.ts';
import { newAccountStatement, signInStatement } from './account-statements.ts';

export interface SignInOptions {
  readonly caller: Caller;
  /** The session in which the proof was brought. */
  readonly session?: Session | undefined;
  /** Set: a game vouches, and the session is good for that game only. */
  readonly game?: string;
  readonly locale?: Locale;
  readonly marketingEnabled?: boolean | undefined;
  /** A guest that nobody but this identity knows. */
  readonly guest?: boolean;
}

export type SignIn = (proof: Proof, options: SignInOptions) => Promise<SignedIn>;

export function createSignIn(database: Database, sessions: Pick<Sessions, 'forget'>): SignIn {
  const findKnown = database.prepare(signInStatement(database.kysely));
  const makeNew = database.prepare(newAccountStatement(database.kysely));

  const signInKnown = async (proof: Proof, session: NewSession): Promise<string | undefined> => {
    for (const { type, externalId } of proof.identities) {
      const [row] = (await findKnown(type, externalId, ...valuesOf(session))) as { account_id: string }[];
      if (row) return row.account_id;
    }
    return undefined;
  };

  const signInNew = async (proof: Proof, session: NewSession, options: SignInOptions): Promise<string | undefined> => {
    const [first] = proof.identities;
    try {
      const [row] = (await makeNew(
        randomUUID(),
        nameOf(proof),
        proof.email?.address ?? null,
        proof.email?.verified ?? false,
        options.guest ?? false,
        options.marketingEnabled ?? false,
        options.locale ?? options.caller.locale,
        options.caller.country ?? null,
        first.type,
        first.externalId,
        ...valuesOf(session),
      )) as { account_id: string }[];
      return row?.account_id;
    } catch (error) {
      // Somebody with the same identity was faster: it is known now.
      if (isDuplicate(error)) return undefined;
      throw error;
    }
  };

  return async (proof, options) => {
    if (options.session) {
      const signedIn = await signInWithin(database, proof, options, options.session);
      if (signedIn && !signedIn.Merge) sessions.forget(options.session.sessionId);
      if (signedIn) return signedIn;
    }
    const session = newSession(originOf(proof, options));
    const accountId =
      (await signInKnown(proof, session)) ??
      (await signInNew(proof, session, options)) ??
      (await signInKnown(proof, session));
    if (accountId === undefined) throw new Problem('Conflict');
    await attachOthers(database, proof, accountId);
    return { Token: session.token, AccountId: accountId };
  };
}

/**
 * The proof is brought in a session: added to its account, or an offer to merge. Undefined: the session began with a game's
 * word, which adds nothing to a player's account; then the proof counts by itself.
 */
function signInWithin(
  database: Database,
  proof: Proof,
  options: SignInOptions,
  session: Session,
): Promise<SignedIn | undefined> {
  return database.transaction(async (trx) => {
    // The row is locked, so that of two proofs at once the second sees what the first has done.
    const account = await trx
      .selectFrom('accounts')
      .select(['account_id', 'guest', 'email', 'email_validated'])
      .where('account_id', '=', session.accountId)
      // A merge may have emptied it a moment ago.
      .where('merged_into', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!account) throw new Problem('Unauthenticated');
    if (session.game !== undefined && !account.guest) return undefined;
    const owner = await ownerOf(trx, proof);
    if (owner !== undefined && owner !== account.account_id) {
      return offerMerge(trx, { proof, owner, session, isGuest: account.guest, options });
    }
    await attach(trx, proof, account.account_id);
    const email = proof.email;
    const takesEmail = email !== undefined && (account.email === null || (email.verified && !account.email_validated));
    await trx
      .updateTable('accounts')
      .set({
        guest: false,
        ...(account.guest && proof.name !== undefined && { name: nameOf(proof) }),
        ...(takesEmail && { email: email.address, email_validated: email.verified }),
        ...(options.marketingEnabled && { marketing_enabled: true }),
      })
      .where('account_id', '=', account.account_id)
      .execute();
    // Whoever played as this guest before, or planted its session here, is out: from now on the account is a person's.
    if (account.guest) await endEverything(trx, account.account_id);
    else await endSessionIn(trx, session.sessionId);
    const token = await beginIn(trx, account.account_id, originOf(proof, options));
    return { Token: token, AccountId: account.account_id };
  });
}

interface MergeCase {
  readonly proof: Proof;
  readonly owner: string;
  readonly session: Session;
  readonly isGuest: boolean;
  readonly options: SignInOptions;
}

/**
 * A player stays who he is and is asked. A guest is signed in to the account that it has proved, as it wanted, and is asked
 * whether the guest's games shall come along.
 */
async function offerMerge(trx: Transaction<Tables>, given: MergeCase): Promise<SignedIn> {
  const { proof, owner, session, isGuest, options } = given;
  const { token: mergeToken, tokenHash } = newToken('fxp_');
  await trx
    .insertInto('kept_proofs')
    .values({
      token_hash: tokenHash,
      purpose: 'merge',
      identities: JSON.stringify(proof.identities),
      account_id: isGuest ? owner : session.accountId,
      other_account_id: isGuest ? session.accountId : owner,
      expires_at: sql<Date>`now() + make_interval(mins => ${mergeMinutes})`,
    })
    .execute();
  const merge = { MergeToken: mergeToken };
  if (!isGuest) {
    const own = /^Bearer (.+)$/.exec(options.caller.authorization ?? '')?.[1];
    if (own === undefined) throw new Problem('Unauthenticated');
    return { Token: own, AccountId: session.accountId, Merge: merge };
  }
  await trx
    .updateTable('social_identities')
    .set({ last_used_at: new Date() })
    .where('account_id', '=', owner)
    .where('type', '=', proof.identities[0].type)
    .execute();
  const token = await beginIn(trx, owner, originOf(proof, options));
  return { Token: token, AccountId: owner, Merge: merge };
}

async function beginIn(
  trx: Transaction<Tables>,
  accountId: string,
  origin: ReturnType<typeof originOf>,
): Promise<string> {
  const { token, row } = newSession(origin);
  await trx
    .insertInto('sessions')
    .values({ ...row, account_id: accountId })
    .execute();
  return token;
}

async function endEverything(trx: Transaction<Tables>, accountId: string): Promise<void> {
  await endSessionsIn(trx, accountId);
  await trx
    .updateTable('refresh_tokens')
    .set({ revoked_at: new Date() })
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .execute();
}

/** Whose account one of the proved identities belongs to. */
export async function ownerOf(trx: Transaction<Tables>, proof: Pick<Proof, 'identities'>): Promise<string | undefined> {
  for (const { type, externalId } of proof.identities) {
    const row = await trx
      .selectFrom('social_identities')
      .select('account_id')
      .where('type', '=', type)
      .where('external_id', '=', externalId)
      .executeTakeFirst();
    if (row) return row.account_id;
  }
  return undefined;
}

async function attach(trx: Transaction<Tables>, proof: Proof, accountId: string): Promise<void> {
  const [first, ...others] = proof.identities.map(({ type, externalId }) => ({
    type,
    external_id: externalId,
    account_id: accountId,
    last_used_at: new Date(),
  }));
  if (!first) return;
  const { account_id: owner } = await trx
    .insertInto('social_identities')
    .values(first)
    // A word to change on a conflict, so that the owner is returned in either case.
    .onConflict((conflict) => conflict.columns(['type', 'external_id']).doUpdateSet({ last_used_at: new Date() }))
    .returning('account_id')
    .executeTakeFirstOrThrow();
  // Another account was faster: the whole attempt is undone, and the next one offers a merge.
  if (owner !== accountId) throw new Problem('Conflict');
  if (others.length > 0) {
    await trx
      .insertInto('social_identities')
      .values(others)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** What the same proof shows besides, for somebody who has signed in by the first. */
async function attachOthers({ kysely }: Database, { identities }: Proof, accountId: string): Promise<void> {
  if (identities.length < 2) return;
  const rows = identities.map(({ type, externalId }) => ({ type, external_id: externalId, account_id: accountId }));
  await kysely
    .insertInto('social_identities')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

const mergeMinutes = 30;

function valuesOf({ row }: NewSession): unknown[] {
  const { session_id, token_hash, expires_at, begun_by, game, user_agent, network, country } = row;
  return [session_id, token_hash, expires_at, begun_by, game, user_agent, network, country];
}

function originOf(proof: Proof, { caller, game }: SignInOptions) {
  const { userAgent, network, country } = caller;
  return { begunBy: proof.identities[0].type, game, userAgent, network, country };
}

/** What the vendor calls the person, or a name that tells nothing. */
function nameOf({ name }: Proof): string {
  const given = name?.replaceAll(/\s+/g, ' ').trim().slice(0, 80);
  return given ? given : `Player ${randomInt(1000, 10_000)}`;
}

const isDuplicate = (error: unknown): boolean => (error as { code?: string }).code === '23505';
