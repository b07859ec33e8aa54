// Sessions: an opaque token in the player's browser, its hash in the database. A node remembers the sessions it has seen,
// so that the common case costs no query; ending a session is told to every node by a notice in the same transaction, and
// while notices do not arrive nothing is remembered.
import { hash, randomBytes, randomUUID } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { notify, type Notices } from '#server/db/notices.ts';
import type { Tables } from '#server/db/tables.ts';

export interface Session {
  readonly sessionId: string;
  readonly accountId: string;
  /** Set: it began with this game's word and is good for that game, not for changes of the account. */
  readonly game?: string;
}

/** How a session began and where. */
export interface SessionOrigin {
  /** The type of identity. */
  readonly begunBy: string;
  readonly game?: string | undefined;
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
    readonly expires_at: Date;
    readonly begun_by: string;
    readonly game: string | null;
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
  begin(accountId: string, origin?: SessionOrigin): Promise<{ token: string; session: Session }>;
  /** For whoever has ended a session in a transaction of his own: this node need not wait for the notice. */
  forget(sessionId: string): void;
  /** Ends a session on every node. */
  end(sessionId: string): Promise<void>;
  /** Ends every session of an account on every node, or every other one. Returns how many. */
  endAll(accountId: string, except?: string): Promise<number>;
}

/** For statements that begin a session together with something else. */
export function newSession({ begunBy, game, userAgent, network, country }: SessionOrigin): NewSession {
  const token = prefix + randomBytes(32).toString('base64url');
  return {
    token,
    row: {
      session_id: randomUUID(),
      token_hash: hash('sha256', token, 'buffer'),
      expires_at: new Date(Date.now() + lifetimeMs),
      begun_by: begunBy,
      game: game ?? null,
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
    .set({ revoked_at: new Date() })
    .where('session_id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  await notify(trx, topic, sessionId);
  return ended.numUpdatedRows > 0n;
}

/** Ends all sessions of an account, but perhaps one, in the caller's transaction. */
export async function endSessionsIn(trx: Transaction<Tables>, accountId: string, except?: string): Promise<number> {
  let ending = trx
    .updateTable('sessions')
    .set({ revoked_at: new Date() })
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null);
  if (except !== undefined) ending = ending.where('session_id', '<>', except);
  const { numUpdatedRows } = await ending.executeTakeFirst();
  await notify(trx, accountTopic, except === undefined ? accountId : `${accountId} ${except}`);
  return Number(numUpdatedRows);
}

export function createSessions(database: Database, notices: Notices): Sessions {
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
  notices.on(topic, forgetOne);
  notices.on(accountTopic, forgetAccount);
  notices.onLost(() => {
    changes += 1;
    remembered.clear();
  });

  const recall = (key: string): Session | undefined => {
    const known = remembered.get(key);
    return known && known.until > Date.now() ? known.session : undefined;
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
      const found = await findInDatabase(database.kysely, key);
      if (!found) return undefined;
      // Whatever ended while we asked may have been this one.
      if (before === changes && notices.connected()) remember(remembered, key, found);
      return found.session;
    },
    begin: async (accountId, origin = { begunBy: 'Unknown' }) => {
      const { token, row } = newSession(origin);
      await database.kysely
        .insertInto('sessions')
        .values({ ...row, account_id: accountId })
        .execute();
      const { game } = origin;
      return { token, session: { sessionId: row.session_id, accountId, ...(game !== undefined && { game }) } };
    },
    forget: forgetOne,
    end: async (sessionId) => {
      await database.transaction((trx) => endSessionIn(trx, sessionId));
      forgetOne(sessionId);
    },
    endAll: async (accountId, except) => {
      const ended = await database.transaction((trx) => endSessionsIn(trx, accountId, except));
      forgetAccount(except === undefined ? accountId : `${accountId} ${except}`);
      return ended;
    },
  };
}

interface Remembered {
  readonly session: Session;
  readonly until: number;
}

const topic = 'session-ended';
const accountTopic = 'account-sessions-ended';
const prefix = 'fxs_';
const lifetimeMs = 90 * 24 * 60 * 60 * 1000;
// A backstop only: notices end what is remembered.
const rememberMs = 60_000;
const mostRemembered = 50_000;
// The list of devices need not know it better.
const seenMs = 60 * 60_000;
const tokenShape = /^Bearer (fxs_[A-Za-z0-9_-]{43})$/;

/** The hash of the token in an Authorization header. */
function keyOf(authorization: string | undefined): string | undefined {
  const token = authorization === undefined ? undefined : tokenShape.exec(authorization)?.[1];
  return token === undefined ? undefined : hash('sha256', token, 'base64url');
}

async function findInDatabase(db: Kysely<Tables>, key: string): Promise<Remembered | undefined> {
  const row = await db
    .selectFrom('sessions')
    .select(['session_id', 'account_id', 'expires_at', 'game', 'last_seen_at'])
    .where('token_hash', '=', Buffer.from(key, 'base64url'))
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', (eb) => eb.fn<Date>('now'))
    .executeTakeFirst();
  if (!row) return undefined;
  if (row.last_seen_at.getTime() < Date.now() - seenMs) {
    await db
      .updateTable('sessions')
      .set({ last_seen_at: new Date() })
      .where('session_id', '=', row.session_id)
      .execute();
  }
  const until = Math.min(Date.now() + rememberMs, row.expires_at.getTime());
  const session = {
    sessionId: row.session_id,
    accountId: row.account_id,
    ...(row.game !== null && { game: row.game }),
  };
  return { session, until };
}

function remember(remembered: Map<string, Remembered>, key: string, found: Remembered): void {
  if (remembered.size >= mostRemembered) {
    // A map keeps the order of insertion: the first key is the oldest.
    const [oldest] = remembered.keys();
    if (oldest !== undefined) remembered.delete(oldest);
  }
  remembered.set(key, found);
}
