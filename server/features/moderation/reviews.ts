// Reviews as moderators see them, and hiding them.
import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { OperatorReview } from '#contract/console/moderation.ts';
import { Problem } from '#model/problem.ts';
import type { Database } from '#server/db/database.ts';
import type { RecordChange } from '#server/features/audit-log/audit-log.ts';

export interface ReviewFilter {
  /** Absent: all games. */
  readonly games: readonly string[] | undefined;
  readonly isHidden: boolean | undefined;
  readonly maxRating: number | undefined;
  readonly before: string | undefined;
}

interface ReviewRow {
  readonly account_id: string;
  readonly game: string;
  readonly game_uid: string | null;
  readonly name: string;
  readonly rating: number;
  readonly text: string;
  readonly updated_at: Date;
  readonly moment: string;
  readonly is_hidden: boolean;
}

export interface ListedReviews {
  readonly reviews: readonly ReviewRow[];
  readonly nextBefore: string | undefined;
}

/** Latest first. Reviews of one moment are never divided between two pages. */
export async function listReviews(
  { kysely }: Pick<Database, 'kysely'>,
  { games, isHidden, maxRating, before }: ReviewFilter,
  limit: number,
): Promise<ListedReviews> {
  const conditions = [
    sql`true`,
    ...(games === undefined ? [] : [sql`game = any(${[...games]})`]),
    ...(isHidden === undefined ? [] : [isHidden ? sql`hidden_at is not null` : sql`hidden_at is null`]),
    ...(maxRating === undefined ? [] : [sql`rating <= ${maxRating}`]),
    ...(before === undefined ? [] : [sql`updated_at < ${before}::timestamptz`]),
  ];
  const { rows } = await sql<ReviewRow>`
    with listed as (
      select * from reviews where ${sql.join(conditions, sql` and `)}
      order by updated_at desc fetch first ${limit} rows with ties
    )
    select r.account_id, r.game, c.game_uid, a.name, r.rating, r.text, r.updated_at,
      to_char(r.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as moment, r.hidden_at is not null as is_hidden
    from listed r join accounts a on a.account_id = r.account_id
    left join connected_games c on c.account_id = r.account_id and c.game = r.game
    order by r.updated_at desc, r.account_id, r.game`.execute(kysely);
  return { reviews: rows, nextBefore: rows.length < limit ? undefined : rows.at(-1)?.moment };
}

/** @param hasAccounts whether the operator may see whose review it is */
export const describeReview = (row: ReviewRow, hasAccounts: boolean): Static<typeof OperatorReview> => ({
  Game: row.game,
  ...(row.game_uid !== null && { GameUid: row.game_uid }),
  ...(hasAccounts && { AccountId: row.account_id, Name: row.name }),
  Rating: row.rating,
  Text: row.text,
  UpdatedAt: row.updated_at.toISOString(),
  IsHidden: row.is_hidden,
});

export interface ReviewChange {
  readonly accountId: string;
  readonly game: string;
  readonly isHidden: boolean;
  readonly reason: string;
  readonly record: RecordChange;
}

/** False: it was like that already. */
export function changeReview(
  database: Database,
  { accountId, game, isHidden, reason, record }: ReviewChange,
): Promise<boolean> {
  return database.transaction(async (trx) => {
    const review = await trx
      .selectFrom('reviews')
      .select(['hidden_at', 'rating', 'text'])
      .where('account_id', '=', accountId)
      .where('game', '=', game)
      .forUpdate()
      .executeTakeFirst();
    if (!review) throw new Problem('NotFound', 'There is no such review.');
    if ((review.hidden_at !== null) === isHidden) return false;
    await trx
      .updateTable('reviews')
      .set({ hidden_at: isHidden ? sql<Date>`now()` : null })
      .where('account_id', '=', accountId)
      .where('game', '=', game)
      .execute();
    await record(trx, {
      object: { kind: 'review', id: accountId, game },
      before: { Hidden: !isHidden },
      after: { Hidden: isHidden },
      reason,
    });
    return true;
  });
}
