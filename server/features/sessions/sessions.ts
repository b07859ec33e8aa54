// Sessions: an opaque token in the player's browser, its hash in the database. A node remembers the sessions it has seen,
// so that the common case costs no query; ending a session is told to every node by a signal in the same transaction, and
// while signals do not arrive nothing is remembered.
import { hash, randomBytes, randomUUID } from 'node:crypto';
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import { runAfterCommit } from '#server/db/after-commit.ts';
import type { Database } from '#server/db/database.ts';
import { sendSignal, type Signals } from '#server/db/signals.ts';
import type { Tables } from '#server/db/tables.ts';

export interface Session {
  readonly sessionId: string;
  readonly accountId: string;
  /** Set: it is bound to this game: it plays and buys there, names no other one and changes nothing about the account. */
  readonly game?: string;
  /** It was handed on by a one-time token: it plays, buys and reads. */
  readonly handed: boolean;
  /** By which identity it began; absent where it began with none. */
  readonly identityId?: string;
  /** Whether it has a proof of its own that counted as fresh when the session was looked up. */
  readonly fresh: boolean;
}

/** How a session began and where. */
export interface SessionOrigin {
  /** The type of identity. */
  readonly begunBy: string;
  readonly game?: string | undefined;
  readonly handed?: boolean;
  /** Whether it begins with a proof at the portal's own door, now. */
  readonly proved?: boolean;
  readonly identityId?: string | undefined;
  readonly userAgent?: string;
  readonly network?: string;
  readonly country?: string | undefined;
}

/** A session that is about to be written: its row, and the token that is told once. */
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
  /** The session of an Authorization header, if this node remembers it. */
  remembered(authorization: string | undefined): Session | undefined;
  /** The session of an Authorization header, if it holds a good token. */
  find(authorization: string | undefined): Promise<Session | undefined>;
  /** Begins a session. The token is told once and kept nowhere. */
  begin(accountId: string, origin?: Partial<SessionOrigin>): Promise<{ token: string; session: Session }>;
  /** Ends a session on every node. */
  end(sessionId: string): Promise<void>;
}

/** A whole session is used within thirty days, one that is bound or handed within one; all end after ninety. */
export const isAlive = sql<boolean>`(
  revoked_at is null and expires_at > now() and last_seen_at > now() - case
    when sessions.game is not null or handed then interval '24 hours' else interval '30 days' end)`;

/** For statements that begin a session together with something else. */
export function createSession(origin: SessionOrigin): NewSession {
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

/** Ends one session in the caller's transaction; every node hears of it when the transaction commits. */
export async function endSessionIn(trx: Transaction<Tables>, sessionId: string): Promise<boolean> {
  const ended = await trx
    .updateTable('sessions')
    .set({ revoked_at: sql`now()` })
    .where('session_id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  await publishToNodes(trx, topic, sessionId);
  return ended.numUpdatedRows > 0n;
}

/** Ends all sessions of an account, but perhaps one, in the caller's transaction. */
export async function endSessionsIn(trx: Transaction<Tables>, accountId: string, except?: string): Promise<number> {
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

/** Other nodes hear of it by the signal. This one knows before whoever ended it is answered: "signed out" is true when it is read. */
async function publishToNodes(trx: Transaction<Tables>, about: string, payload: string): Promise<void> {
  await sendSignal(trx, about, payload);
  runAfterCommit(trx, async (db) => {
    for (const hear of hearing.get(db) ?? []) hear(about, payload);
  });
}

/** Who remembers sessions of a database in this process. */
const hearing = new WeakMap<Kysely<Tables>, ((about: string, payload: string) => void)[]>();

export interface SessionsDeps {
  readonly database: Database;
  readonly signals: Signals;
  /** Only for how long something is remembered: whether a session has ended is for the database's clock alone. */
  readonly now: () => Date;
}

export function createSessions({ database, signals, now }: SessionsDeps): Sessions {
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
  signals.onLost(() => {
    changes += 1;
    remembered.clear();
  });

  const recall = (key: string): Session | undefined => {
    const known = remembered.get(key);
    return known && known.untilMs > now().getTime() ? known.session : undefined;
  };

  return {
    remembered: (authorization) => {
      const key = keyOf(authorization);
      return key === undefined ? undefined : recall(key);
    },
    find: async (authorization) => {
      const key = keyOf(authorization);
      if (key === undefined) return undefined;
      const known = recall(key);
      if (known) return known;
      const before = changes;
      const found = await findInDatabase(database.kysely, key, now);
      if (!found) return undefined;
      // Whatever ended while we asked may have been this one.
      if (before === changes && signals.connected()) remember(remembered, key, found);
      return found.session;
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
      await database.transaction((trx) => endSessionIn(trx, sessionId));
    },
  };
}

interface Remembered {
  readonly session: Session;
  readonly untilMs: number;
}

const topic = 'session-ended';
const accountTopic = 'account-sessions-ended';
const prefix = 'fxs_';
// A backstop only: signals end what is remembered.
const rememberMs = 60_000;
const maxRemembered = 50_000;
// The list of devices need not know it better.
const seenMs = 60 * 60_000;
const tokenShape = /^Bearer (fxs_[A-Za-z0-9_-]{43})$/;

/** The hash of the token in an Authorization header. */
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
  // The database's clock decides: a node's may be wrong.
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
    .where(isAlive)
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
  // What is fresh is looked up anew when it may no longer be.
  const forSeconds = Math.min(left_seconds, session.fresh ? (fresh_seconds ?? 0) : Infinity);
  return { session, untilMs: now().getTime() + Math.min(rememberMs, forSeconds * 1000) };
}

function remember(remembered: Map<string, Remembered>, key: string, found: Remembered): void {
  if (remembered.size >= maxRemembered) {
    // A map keeps the order of insertion: the first key is the oldest.
    const [oldest] = remembered.keys();
    if (oldest !== undefined) remembered.delete(oldest);
  }
  remembered.set(key, found);
}
