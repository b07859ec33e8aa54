// Sessions: an opaque token in the player's browser, its hash in the database. Nodes cache sessions; ending one signals
// every node in the same transaction. While signals are interrupted every call asks the database. While the database is
// down, sessions that were valid until then are accepted for a minute: players can read, and can change nothing.
import { hash, randomBytes, randomUUID } from 'node:crypto';
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import { scheduleAfterCommit } from '#server/db/after-commit.ts';
import { isDatabaseUnavailable, type Database } from '#server/db/database.ts';
import { sendSignalToNodes, type NodeSignals } from '#server/db/node-signals.ts';
import { createOutageMemory, maxOutageMs } from '#server/db/outage-memory.ts';
import type { Tables } from '#server/db/tables.ts';
import type { IncrementCounter } from '#server/http/metrics.ts';

export interface Session {
  readonly sessionId: string;
  readonly accountId: string;
  /** Limited to this game: the session can play and buy there, and can't change the account. */
  readonly game?: string;
  /** Transferred by a one-time token: the session can play, buy and read. */
  readonly handed: boolean;
  readonly identityId?: string;
  /** Whether its proof was fresh when the session was looked up. */
  readonly fresh: boolean;
}

export interface SessionStart {
  readonly begunBy: string;
  readonly game?: string | undefined;
  readonly handed?: boolean;
  /** Whether it starts with a proof that the portal verified now. */
  readonly proved?: boolean;
  readonly identityId?: string | undefined;
  readonly userAgent?: string;
  readonly network?: string;
  readonly country?: string | undefined;
}

/** The token is returned once; the row has its hash. */
export interface NewSession {
  readonly token: string;
  readonly row: {
    readonly session_id: string;
    readonly token_hash: Buffer;
    readonly begun_by: string;
    readonly game: string | null;
    readonly handed: boolean;
    readonly proved_at: RawBuilder<Date> | null;
    readonly identity_id: string | null;
    readonly user_agent: string;
    readonly network: string;
    readonly country: string | null;
  };
}

export interface Sessions {
  /** Looks only in this node's cache. */
  remembered(authorization: string | undefined): Session | undefined;
  find(authorization: string | undefined): Promise<Session | undefined>;
  begin(accountId: string, origin?: Partial<SessionStart>): Promise<{ token: string; session: Session }>;
  end(sessionId: string): Promise<void>;
}

/** A full session must be used within thirty days, others within one day; all end after ninety days. */
export const isActiveSessionSql = sql<boolean>`(
  revoked_at is null and expires_at > now() and last_seen_at > now() - case
    when sessions.game is not null or handed then interval '24 hours' else interval '30 days' end)`;

/** For statements that start a session together with other changes. */
export function createSession(origin: SessionStart): NewSession {
  const token = prefix + randomBytes(32).toString('base64url');
  const { begunBy, game, handed = false, proved = false, identityId, userAgent, network, country } = origin;
  return {
    token,
    row: {
      session_id: randomUUID(),
      token_hash: hash('sha256', token, 'buffer'),
      begun_by: begunBy,
      game: game ?? null,
      handed,
      proved_at: proved ? sql<Date>`now()` : null,
      identity_id: identityId ?? null,
      user_agent: userAgent ?? '',
      network: network ?? '',
      country: country ?? null,
    },
  };
}

export async function endSession(trx: Transaction<Tables>, sessionId: string): Promise<boolean> {
  const ended = await trx
    .updateTable('sessions')
    .set({ revoked_at: sql`now()` })
    .where('session_id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  await publishToNodes(trx, topic, sessionId);
  return ended.numUpdatedRows > 0n;
}

/**
 * Runs in the caller's transaction.
 * @param except a session that stays
 */
export async function endSessionsOfAccount(
  trx: Transaction<Tables>,
  accountId: string,
  except?: string,
): Promise<number> {
  let ending = trx
    .updateTable('sessions')
    .set({ revoked_at: sql`now()` })
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null);
  if (except !== undefined) ending = ending.where('session_id', '<>', except);
  const { numUpdatedRows } = await ending.executeTakeFirst();
  await publishToNodes(trx, accountTopic, except === undefined ? accountId : `${accountId} ${except}`);
  return Number(numUpdatedRows);
}

/** This node updates its cache before the caller gets a response, so the sign-out is effective at once. */
async function publishToNodes(trx: Transaction<Tables>, about: string, payload: string): Promise<void> {
  await sendSignalToNodes(trx, about, payload);
  scheduleAfterCommit(trx, async (db) => {
    for (const hear of hearing.get(db) ?? []) hear(about, payload);
  });
}

const hearing = new WeakMap<Kysely<Tables>, ((about: string, payload: string) => void)[]>();

export interface SessionsDeps {
  readonly database: Database;
  readonly signals: NodeSignals;
  /** Only for cache lifetimes: the database's clock decides whether a session has ended. */
  readonly now: () => Date;
  readonly metrics?: { readonly count: IncrementCounter } | undefined;
}

export function createSessions({ database, signals, now, metrics }: SessionsDeps): Sessions {
  const remembered = new Map<string, Remembered>();
  let changes = 0;

  const forget = (ended: (session: Session) => boolean): void => {
    changes += 1;
    for (const [key, { session }] of remembered) if (ended(session)) remembered.delete(key);
  };
  const forgetOne = (sessionId: string): void => forget((session) => session.sessionId === sessionId);
  const forgetAccount = (payload: string): void => {
    const [accountId, except] = payload.split(' ');
    forget((session) => session.accountId === accountId && session.sessionId !== except);
  };
  signals.on(topic, forgetOne);
  signals.on(accountTopic, forgetAccount);
  const hear = (about: string, payload: string): void => (about === topic ? forgetOne : forgetAccount)(payload);
  hearing.set(database.kysely, [...(hearing.get(database.kysely) ?? []), hear]);
  const outage = createOutageMemory(database, signals, () => now().getTime());
  signals.onLost(() => {
    changes += 1;
    for (const each of remembered.values()) each.validUntilMs ??= now().getTime();
  });

  const countRead = (outcome: 'hit' | 'miss' | 'outage'): void =>
    metrics?.count('fxid_cache_reads_total', { cache: 'sessions', outcome });
  const recall = (key: string): Session | undefined => {
    const known = remembered.get(key);
    if (!known || known.validUntilMs !== undefined || known.untilMs <= now().getTime()) return undefined;
    countRead('hit');
    return known.session;
  };
  const recallForOutage = (key: string): Session | undefined => {
    const known = remembered.get(key);
    const nowMs = now().getTime();
    if (!known || known.expiresMs <= nowMs || nowMs - (known.validUntilMs ?? nowMs) >= maxOutageMs) return undefined;
    countRead('outage');
    return { ...known.session, fresh: false };
  };

  return {
    remembered: (authorization) => {
      const key = keyOf(authorization);
      return key === undefined ? undefined : recall(key);
    },
    find: async (authorization) => {
      const key = keyOf(authorization);
      if (key === undefined) return undefined;
      const known = recall(key) ?? (outage.isDown() ? recallForOutage(key) : undefined);
      if (known) return known;
      const [before, isSignalled] = [changes, signals.connected()];
      try {
        const found = await findInDatabase(database.kysely, key, now);
        outage.reportSuccess();
        countRead('miss');
        if (!found) remembered.delete(key);
        // Otherwise the session may have ended during the query, so it is not cached.
        else if (before === changes)
          remember(remembered, key, isSignalled ? found : { ...found, validUntilMs: now().getTime() });
        return found?.session;
      } catch (error) {
        const last = isDatabaseUnavailable(error) ? recallForOutage(key) : undefined;
        if (!last) throw error;
        outage.reportFailure();
        return last;
      }
    },
    begin: async (accountId, origin) => {
      const { token, row } = createSession({ begunBy: 'Unknown', proved: true, ...origin });
      const written = await database.kysely
        .insertInto('sessions')
        .values({ ...row, account_id: accountId })
        .returning(sessionColumns)
        .executeTakeFirstOrThrow();
      return { token, session: toSession(written) };
    },
    end: async (sessionId) => {
      await database.transaction((trx) => endSession(trx, sessionId));
    },
  };
}

interface Remembered {
  readonly session: Session;
  /** Until then it is not looked up again. */
  readonly untilMs: number;
  readonly expiresMs: number;
  /** Set when a signal may have been missed. */
  validUntilMs?: number;
}

const topic = 'session-ended';
const accountTopic = 'account-sessions-ended';
const prefix = 'fxs_';
// Only a fallback: signals clear the cache.
const rememberMs = 60_000;
const maxRemembered = 50_000;
// Precise enough for the list of devices.
const seenMs = 60 * 60_000;
const tokenShape = /^Bearer (fxs_[A-Za-z0-9_-]{43})$/;

function keyOf(authorization: string | undefined): string | undefined {
  const token = authorization === undefined ? undefined : tokenShape.exec(authorization)?.[1];
  return token === undefined ? undefined : hash('sha256', token, 'base64url');
}

const freshSeconds = 10 * 60;

const sessionColumns = [
  'session_id',
  'account_id',
  'game',
  'handed',
  'identity_id',
  // The database's clock decides, because a node's may be wrong.
  sql<number | null>`case when game is null and not handed
    then extract(epoch from proved_at - now())::float8 + ${sql.lit(freshSeconds)} end`.as('fresh_seconds'),
] as const;

interface FoundRow {
  readonly session_id: string;
  readonly account_id: string;
  readonly game: string | null;
  readonly handed: boolean;
  readonly identity_id: string | null;
  readonly fresh_seconds: number | null;
}

function toSession({ session_id, account_id, game, handed, identity_id, fresh_seconds }: FoundRow): Session {
  return {
    sessionId: session_id,
    accountId: account_id,
    ...(game !== null && { game }),
    handed,
    ...(identity_id !== null && { identityId: identity_id }),
    fresh: fresh_seconds !== null && fresh_seconds > 0,
  };
}

async function findInDatabase(db: Kysely<Tables>, key: string, now: () => Date): Promise<Remembered | undefined> {
  const row = await db
    .selectFrom('sessions')
    .select(sessionColumns)
    .select([
      sql<number>`extract(epoch from now() - last_seen_at)::float8`.as('idle_seconds'),
      sql<number>`extract(epoch from expires_at - now())::float8`.as('left_seconds'),
    ])
    .where('token_hash', '=', Buffer.from(key, 'base64url'))
    .where(isActiveSessionSql)
    .executeTakeFirst();
  if (!row) return undefined;
  if (row.idle_seconds * 1000 > seenMs) {
    await db
      .updateTable('sessions')
      .set({ last_seen_at: sql`now()` })
      .where('session_id', '=', row.session_id)
      .execute();
  }
  const { left_seconds, fresh_seconds } = row;
  const session = toSession(row);
  // A fresh session is looked up again when its freshness may have ended.
  const forSeconds = Math.min(left_seconds, session.fresh ? (fresh_seconds ?? 0) : Infinity);
  const nowMs = now().getTime();
  return {
    session,
    untilMs: nowMs + Math.min(rememberMs, forSeconds * 1000),
    expiresMs: nowMs + left_seconds * 1000,
  };
}

function remember(remembered: Map<string, Remembered>, key: string, found: Remembered): void {
  if (remembered.size >= maxRemembered) {
    // Maps keep insertion order: the first key is the oldest.
    const [oldest] = remembered.keys();
    if (oldest !== undefined) remembered.delete(oldest);
  }
  remembered.set(key, found);
}
