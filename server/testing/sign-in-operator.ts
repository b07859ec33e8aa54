// Operators and their sessions for tests.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { OperatorRole } from '#model/operator.ts';
import type { Database } from '#server/db/database.ts';
import { beginOperatorSession } from '#server/features/operators/operator-sessions.ts';

export interface TestOperatorOptions {
  readonly name?: string;
  /** Of an operator with the role studio: the games of a new studio. They must exist. */
  readonly games?: readonly string[];
  readonly isTrusted?: boolean;
  /** Whether the second factor was proved longer ago than a step-up needs. */
  readonly isStale?: boolean;
}

export interface TestOperator {
  readonly operatorId: string;
  readonly email: string;
  readonly studio: string | null;
  /** Of a session with a proved second factor. */
  readonly token: string;
}

export async function signInOperator(
  database: Database,
  role: OperatorRole,
  { name = role, games = [], isTrusted = false, isStale = false }: TestOperatorOptions = {},
): Promise<TestOperator> {
  const operatorId = randomUUID();
  const email = `${operatorId}@staff.example`;
  const studio = role === 'studio' ? `studio-${operatorId.slice(0, 8)}` : null;
  const { kysely } = database;
  if (studio !== null) {
    await kysely.insertInto('studios').values({ studio, name: studio, is_trusted: isTrusted }).execute();
    for (const game of games) await kysely.insertInto('studio_games').values({ game, studio }).execute();
  }
  await kysely
    .insertInto('operators')
    .values({
      operator_id: operatorId,
      email,
      name,
      role,
      studio,
      totp_sealed: null,
      totp_last_step: null,
      invited_by: 'a test',
      last_seen_at: null,
      removed_at: null,
    })
    .execute();
  const device = { network: '127.0.0.0/24', userAgent: 'a test' };
  const token = await beginOperatorSession(kysely, { operatorId, isComplete: true, ...device });
  if (isStale)
    await sql`update operator_sessions set proved_at = now() - interval '11 minutes' where operator_id = ${operatorId}`.execute(
      kysely,
    );
  return { operatorId, email, studio, token };
}
