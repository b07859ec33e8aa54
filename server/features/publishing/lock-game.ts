import type { Client } from 'pg';
import { connectOnce } from '#server/db/connect-once.ts';
import type { Database } from '#server/db/database.ts';

/**
 * Lets one command at a time change a game, on whatever machine it runs; another one is refused. The lock goes with its
 * connection, so nothing stays locked after a crash. `work` may use that connection for statements that take long.
 */
export async function lockGame<Result>(
  database: Database,
  game: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  return connectOnce(database.connection, async (client) => {
    const { rows } = await client.query<{ locked: boolean }>(
      "select pg_try_advisory_lock(hashtext('fxid games'), hashtext($1)) as locked",
      [game],
    );
    if (rows[0]?.locked !== true)
      throw new Error(`Another command is changing ${game} at this moment. Wait until it has ended and try again.`);
    return work(client);
  });
}
