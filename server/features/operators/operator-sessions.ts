// Sessions of the console. Only a hash of the token is stored. A session ends after half an hour without a call and
// twelve hours in all; an operator who is removed, or whose role changes, loses it at once.
import { randomUUID } from 'node:crypto';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { Locale } from '#model/locale.ts';
import { rolePermissions, type OperatorRole } from '#model/operator.ts';
import type { Database } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';
import { createToken, hashToken } from '#server/secrets/one-time-token.ts';
import type { OperatorCaller } from './operator-caller.ts';

export interface OperatorSession {
  readonly sessionId: string;
  readonly operatorId: string;
  readonly email: string;
  readonly name: string;
  readonly role: OperatorRole;
  /** Whether the second factor was proved: only then the session may do anything else. */
  readonly isComplete: boolean;
  readonly hasSteppedUp: boolean;
  readonly hasPasskey: boolean;
  readonly hasAuthenticatorApp: boolean;
  /** What a passkey must sign next; null if no challenge is open. */
  readonly challenge: string | null;
  readonly expiresAt: Date;
  readonly studio: { readonly studio: string; readonly name: string; readonly isTrusted: boolean } | undefined;
  readonly games: readonly string[] | undefined;
}

const idleMinutes = 30;
const lifetimeHours = 12;
/** Without the second factor a session lives only as long as adding or proving it takes. */
const incompleteMinutes = 15;
const stepUpMinutes = 10;

/** Undefined: the token is unknown, or its session has ended. */
export async function findOperatorSession(
  { kysely }: Pick<Database, 'kysely'>,
  token: string | undefined,
): Promise<OperatorSession | undefined> {
  const tokenHash = token === undefined ? undefined : hashToken('fxa_', token);
  if (!tokenHash) return undefined;
  const { rows } = await sql<SessionRow>`
    select s.session_id, s.operator_id, o.email, o.name, o.role, s.proved_at is not null as is_complete,
      coalesce(s.proved_at > now() - make_interval(mins => ${stepUpMinutes}), false) as has_stepped_up,
      exists (select from operator_passkeys p where p.operator_id = o.operator_id) as has_passkey,
      o.totp_sealed is not null as has_authenticator_app,
      s.challenge, s.expires_at, o.studio, st.name as studio_name, coalesce(st.is_trusted, false) as is_trusted,
      array(select game from studio_games g where g.studio = o.studio order by game) as games,
      s.last_seen_at < now() - interval '1 minute' as is_seen_anew
    from operator_sessions s
    join operators o on o.operator_id = s.operator_id
    left join studios st on st.studio = o.studio
    where s.token_hash = ${tokenHash} and s.ended_at is null and o.removed_at is null and s.expires_at > now()
      and s.last_seen_at > now() - make_interval(mins => ${idleMinutes})`.execute(kysely);
  const [row] = rows;
  if (!row) return undefined;
  if (row.is_seen_anew)
    await sql`
      with seen as (update operator_sessions set last_seen_at = now() where session_id = ${row.session_id})
      update operators set last_seen_at = now() where operator_id = ${row.operator_id}`.execute(kysely);
  return toSession(row);
}

interface SessionRow {
  readonly session_id: string;
  readonly operator_id: string;
  readonly email: string;
  readonly name: string;
  readonly role: OperatorRole;
  readonly is_complete: boolean;
  readonly has_stepped_up: boolean;
  readonly has_passkey: boolean;
  readonly has_authenticator_app: boolean;
  readonly challenge: string | null;
  readonly expires_at: Date;
  readonly studio: string | null;
  readonly studio_name: string | null;
  readonly is_trusted: boolean;
  readonly games: string[];
  readonly is_seen_anew: boolean;
}

const toSession = (row: SessionRow): OperatorSession => ({
  sessionId: row.session_id,
  operatorId: row.operator_id,
  email: row.email,
  name: row.name,
  role: row.role,
  isComplete: row.is_complete,
  hasSteppedUp: row.has_stepped_up,
  hasPasskey: row.has_passkey,
  hasAuthenticatorApp: row.has_authenticator_app,
  challenge: row.challenge,
  expiresAt: row.expires_at,
  studio:
    row.studio === null
      ? undefined
      : { studio: row.studio, name: row.studio_name ?? row.studio, isTrusted: row.is_trusted },
  games: row.studio === null ? undefined : row.games,
});

/** Undefined: the second factor is missing, so the session may do nothing yet. */
export function toOperatorCaller(session: OperatorSession | undefined): OperatorCaller | undefined {
  if (!session?.isComplete) return undefined;
  const { operatorId, name, role, games, studio, hasSteppedUp } = session;
  return {
    kind: 'operator',
    id: operatorId,
    name,
    permissions: rolePermissions[role],
    games,
    studio: studio && { name: studio.studio, isTrusted: studio.isTrusted },
    hasSteppedUp,
  };
}

export interface OperatorSessionStart {
  readonly operatorId: string;
  /** Whether the second factor is proved already. */
  readonly isComplete: boolean;
  readonly network: string;
  readonly userAgent: string;
}

/** Begins a session and returns its token. */
export async function beginOperatorSession(
  db: Kysely<Tables> | Transaction<Tables>,
  { operatorId, isComplete, network, userAgent }: OperatorSessionStart,
): Promise<string> {
  const { token, tokenHash } = createToken('fxa_');
  await db
    .insertInto('operator_sessions')
    .values({
      session_id: randomUUID(),
      token_hash: tokenHash,
      operator_id: operatorId,
      proved_at: isComplete ? sql<Date>`now()` : null,
      challenge: null,
      network,
      user_agent: userAgent,
      expires_at: sql<Date>`now() + make_interval(mins => ${isComplete ? lifetimeHours * 60 : incompleteMinutes})`,
    })
    .execute();
  return token;
}

/** The language that the operator sees in the console, for mails to them. */
export async function storeOperatorLocale(
  db: Kysely<Tables> | Transaction<Tables>,
  operatorId: string,
  locale: Locale,
): Promise<void> {
  await db
    .updateTable('operators')
    .set({ locale })
    .where('operator_id', '=', operatorId)
    .where('locale', 'is distinct from', locale)
    .execute();
}

/** Ends one session. False: it belongs to another operator, or has ended already. */
export async function endOperatorSession(
  db: Kysely<Tables> | Transaction<Tables>,
  { operatorId, sessionId }: Pick<OperatorSession, 'operatorId' | 'sessionId'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('operator_sessions')
    .set({ ended_at: sql`now()` })
    .where('session_id', '=', sessionId)
    .where('operator_id', '=', operatorId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends all sessions of an operator. */
export async function endOperatorSessions(db: Kysely<Tables> | Transaction<Tables>, operatorId: string): Promise<void> {
  await sql`update operator_sessions set ended_at = now() where operator_id = ${operatorId} and ended_at is null`.execute(
    db,
  );
}

/** The sessions in which an operator is signed in now, latest first. */
export async function listOperatorDevices({ kysely }: Pick<Database, 'kysely'>, operatorId: string) {
  return kysely
    .selectFrom('operator_sessions')
    .select(['session_id', 'user_agent', 'network', 'created_at', 'last_seen_at'])
    .where('operator_id', '=', operatorId)
    .where('proved_at', 'is not', null)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('last_seen_at', '>', sql<Date>`now() - make_interval(mins => ${idleMinutes})`)
    .orderBy('last_seen_at', 'desc')
    .execute();
}
