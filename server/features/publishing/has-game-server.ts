import { sql, type Kysely } from 'kysely';
import type { Tables } from '#server/db/tables.ts';

/** Whether the game has a server that gets or collects deliveries. */
export async function hasGameServer(db: Kysely<Tables>, game: string): Promise<boolean> {
  const { rows } = await sql<{ has_server: boolean }>`
    select exists (select from webhook_endpoints where game = ${game})
      or exists (select from game_keys where game = ${game} and revoked_at is null) as has_server`.execute(db);
  return rows[0]?.has_server === true;
}
