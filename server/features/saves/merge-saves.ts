// Saves when accounts are merged. If both have saved a game, the save of the connection that is kept stays the
// account's. The other one becomes a copy, and the player is asked which of the two to keep.
import { sql, type Transaction } from 'kysely';
import type { Tables } from '#server/db/tables.ts';

/**
 * Called before the rows move. Marks one of two saves of a game as a copy. The player is not asked if both are equal or
 * one of them is empty.
 */
export async function markSaveCopies(
  trx: Transaction<Tables>,
  { into, from }: { readonly into: string; readonly from: string },
  gamesFromMerged: readonly string[],
): Promise<void> {
  await sql`
    with pairs as (
      select s.save_id as survivor_id, g.save_id as going_id,
        case
          when g.keys = '{}' then false
          when s.keys = '{}' then true
          else s.game = any(${[...gamesFromMerged]}::text[])
        end as going_is_kept,
        s.keys = g.keys or s.keys = '{}' or g.keys = '{}' as is_resolved
      from saves s join saves g using (game)
      where s.account_id = ${into} and g.account_id = ${from} and not s.is_copy and not g.is_copy
    )
    update saves t set is_copy = true, resolved_at = case when p.is_resolved then clock_timestamp() end
    from pairs p
    where t.save_id = case when p.going_is_kept then p.survivor_id else p.going_id end`.execute(trx);
}

/** After the rows have moved back: an account without a save of a game takes its newest copy. */
export async function promoteSaveCopies(trx: Transaction<Tables>, accountIds: readonly string[]): Promise<void> {
  await sql`
    update saves set is_copy = false, resolved_at = null
    where save_id in (
      select distinct on (c.account_id, c.game) c.save_id from saves c
      where c.account_id = any(${[...accountIds]}::uuid[]) and c.is_copy and not exists (
        select from saves s where s.account_id = c.account_id and s.game = c.game and not s.is_copy)
      order by c.account_id, c.game, c.updated_at desc)`.execute(trx);
}
