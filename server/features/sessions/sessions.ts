// Sessions: an opaque token in the player's browser, its hash in the database. A node remembers the sessions it has seen,
// so that the common case costs no query; ending a session is told to every node by a notice in the same transaction, and
// while notices do not arrive nothing is remembered.
import { hash, randomBytes, randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { notify, type Notices } from '#server/db/notices.ts';
import type { Tables } from '#server/db/tables.ts';

export interface Session {
  readonly sessionId: string;
  readonly accountId: string;
}

export interface Sessions {
  /** The session of an Authorization header, if this node remembers it. */
  remembered(authorization: string | undefined): Session | undefined;
  /** The session of an Authorization header, if it holds a good token. */
  find(authorization: string | undefined): Promise<Session | undefined>;
  /** Begins a session. The token is told once and kept nowhere. */
  begin(accountId: string): Promise<{ token: string; session: Session }>;
  /** Ends a session on every node. */
  end(sessionId: string): Promise<void>;
}

export function createSessions(database: Database, notices: Notices): Sessions {
  const remembered = new Map<string, Remembered>();
  let changes = 0;

  const forget = (sessionId: string): void => {
    changes += 1;
    for (const [key, { session }] of remembered) if (session.sessionId === sessionId) remembered.delete(key);
  };
  notices.on(topic, forget);
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
    begin: async (accountId) => {
      const token = prefix + randomBytes(32).toString('base64url');
      const session = { sessionId: randomUUID(), accountId };
      await database.kysely
        .insertInto('sessions')
        .values({
          session_id: session.sessionId,
          account_id: accountId,
          token_hash: hash('sha256', token, 'buffer'),
          expires_at: new Date(Date.now() + lifetimeMs),
        })
        .execute();
      return { token, session };
    },
    end: async (sessionId) => {
      await database.transaction(async (trx) => {
        await trx
          .updateTable('sessions')
          .set({ revoked_at: new Date() })
          .where('session_id', '=', sessionId)
          .where('revoked_at', 'is', null)
          .execute();
        await notify(trx, topic, sessionId);
      });
      forget(sessionId);
    },
  };
}

interface Remembered {
  readonly session: Session;
  readonly until: number;
}

const topic = 'session-ended';
const prefix = 'fxs_';
const lifetimeMs = 90 * 24 * 60 * 60 * 1000;
// A backstop only: notices end what is remembered.
const rememberMs = 60_000;
const mostRemembered = 50_000;
const tokenShape = /^Bearer (fxs_[A-Za-z0-9_-]{43})$/;

/** The hash of the token in an Authorization header. */
function keyOf(authorization: string | undefined): string | undefined {
  const token = authorization === undefined ? undefined : tokenShape.exec(authorization)?.[1];
  return token === undefined ? undefined : hash('sha256', token, 'base64url');
}

async function findInDatabase(db: Kysely<Tables>, key: string): Promise<Remembered | undefined> {
  const row = await db
    .selectFrom('sessions')
    .select(['session_id', 'account_id', 'expires_at'])
    .where('token_hash', '=', Buffer.from(key, 'base64url'))
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', (eb) => eb.fn<Date>('now'))
    .executeTakeFirst();
  if (!row) return undefined;
  const until = Math.min(Date.now() + rememberMs, row.expires_at.getTime());
  return { session: { sessionId: row.session_id, accountId: row.account_id }, until };
}

function remember(remembered: Map<string, Remembered>, key: string, found: Remembered): void {
  if (remembered.size >= mostRemembered) {
    // A map keeps the order of insertion: the first key is the oldest.
    const [oldest] = remembered.keys();
    if (oldest !== undefined) remembered.delete(oldest);
  }
  remembered.set(key, found);
}
