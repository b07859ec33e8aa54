// What a proved second factor does, and what wrong codes do: five end the session, twenty an hour are refused for the
// operator, from whatever session they come.
import { sql, type Transaction } from 'kysely';
import { Problem } from '#model/problem.ts';
import type { Tables } from '#server/db/tables.ts';
import { beginOperatorSession, endOperatorSession, type OperatorSession } from './operator-sessions.ts';

const maxWrongCodes = 5;
const maxWrongCodesPerHour = 20;

/** Completes the sign-in with a new token, or confirms a step-up. Returns the new token, if there is one. */
export async function completeProof(
  trx: Transaction<Tables>,
  session: OperatorSession,
  device: { readonly network: string; readonly userAgent: string },
): Promise<string | undefined> {
  if (session.isComplete) {
    await trx
      .updateTable('operator_sessions')
      .set({ proved_at: sql`now()`, wrong_codes: 0 })
      .where('session_id', '=', session.sessionId)
      .where('ended_at', 'is', null)
      .execute();
    return undefined;
  }
  // A token from before the second factor must be worth nothing afterwards.
  if (!(await endOperatorSession(trx, session))) throw new Problem('Unauthenticated', 'This sign-in has ended.');
  return beginOperatorSession(trx, { operatorId: session.operatorId, isComplete: true, ...device });
}

/** One change of an operator's factors at a time. */
export const lockOperator = (trx: Transaction<Tables>, operatorId: string) =>
  trx
    .selectFrom('operators')
    .select(['operator_id', 'totp_sealed'])
    .where('operator_id', '=', operatorId)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();

/** Throws TooManyRequests after too many wrong codes in the last hour. Call it with the operator locked. */
export async function requireCodesLeft(trx: Transaction<Tables>, operatorId: string): Promise<void> {
  const { rows } = await sql<{ wrong: number }>`
    select coalesce(sum(wrong_codes), 0)::int as wrong from operator_sessions
    where operator_id = ${operatorId} and last_seen_at > now() - interval '1 hour'`.execute(trx);
  if ((rows[0]?.wrong ?? 0) >= maxWrongCodesPerHour)
    throw new Problem('TooManyRequests', 'There were too many wrong codes. Try again in an hour.');
}

/** Counts a wrong code. True: it was the last one, and the session has ended. */
export async function countWrongCode(trx: Transaction<Tables>, sessionId: string): Promise<boolean> {
  const { rows } = await sql<{ has_ended: boolean }>`
    update operator_sessions set wrong_codes = wrong_codes + 1, last_seen_at = now(),
      ended_at = case when wrong_codes + 1 >= ${maxWrongCodes} then now() else ended_at end
    where session_id = ${sessionId} returning ended_at is not null as has_ended`.execute(trx);
  return rows[0]?.has_ended ?? true;
}

export async function countFactors(trx: Transaction<Tables>, operatorId: string): Promise<number> {
  const { rows } = await sql<{ factors: number }>`
    select (select count(*) from operator_passkeys p where p.operator_id = o.operator_id)::int
      + (o.totp_sealed is not null)::int as factors
    from operators o where o.operator_id = ${operatorId}`.execute(trx);
  return rows[0]?.factors ?? 0;
}
