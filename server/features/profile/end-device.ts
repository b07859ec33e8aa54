import type { Kysely } from 'kysely';
import { Problem } from '#model/problem.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Sessions } from '#server/features/sessions/sessions.ts';

/** A session never changes its account, so reading first is safe. */
export async function endDeviceSession(
  db: Kysely<Tables>,
  sessions: Pick<Sessions, 'end'>,
  accountId: string,
  sessionId: string,
): Promise<void> {
  const own = await db
    .selectFrom('sessions')
    .select('session_id')
    .where('session_id', '=', sessionId)
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (!own) throw new Problem('NotFound', 'This account is not signed in on such a device.');
  await sessions.end(sessionId);
}
