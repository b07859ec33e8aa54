import { sql, type Kysely } from 'kysely';
import { buildUnmergedAccountSql } from '#server/db/lock-account.ts';
import type { Tables } from '#server/db/tables.ts';

export interface PlayerStatusChange {
  readonly name: string | undefined;
  readonly status: string | undefined;
  readonly priority: number | undefined;
}

/** Absent fields stay unchanged. False: the account no longer exists. */
export async function savePlayerStatus(
  db: Kysely<Tables>,
  accountId: string,
  game: string,
  { name, status, priority }: PlayerStatusChange,
): Promise<boolean> {
  const { rows } = await sql`
    with player as (${buildUnmergedAccountSql(accountId)})
    insert into player_statuses (account_id, game, name, status, priority)
    select account_id, ${game}, ${name ?? ''}, ${status ?? ''}, ${priority ?? 0}::smallint from player
    on conflict (account_id, game) do update set
      name = coalesce(${name ?? null}::text, player_statuses.name),
      status = coalesce(${status ?? null}::text, player_statuses.status),
      priority = coalesce(${priority ?? null}::smallint, player_statuses.priority),
      updated_at = clock_timestamp()
    returning 1`.execute(db);
  return rows.length > 0;
}
