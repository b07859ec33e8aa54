import type { Client } from 'pg';
import { Problem } from '#model/problem.ts';
import { withSingleConnection } from '#server/db/with-single-connection.ts';
import type { Database } from '#server/db/database.ts';

/**
 * One command at a time changes a game, across machines. The lock belongs to its connection, so a crash releases it.
 * `work` may use that connection for long statements.
 */
export async function withGameLock<Result>(
  database: Database,
  game: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  return withSingleConnection(database.connection, async (client) => {
    const { rows } = await client.query<{ locked: boolean }>(
      "select pg_try_advisory_lock(hashtext('fxid games'), hashtext($1)) as locked",
      [game],
    );
    if (rows[0]?.locked !== true)
      throw new Problem(
        'Conflict',
        `Another change of ${game} is in progress at this moment. Wait until it has ended and try again.`,
      );
    try {
      return await work(client);
    } finally {
      // PostgreSQL ends a closed connection, and with it the lock, a moment later than the client. If the connection is
      // lost, so is the lock.
      await client
        .query("select pg_advisory_unlock(hashtext('fxid games'), hashtext($1))", [game])
        .catch(() => undefined);
    }
  });
}
