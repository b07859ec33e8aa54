// Reviews: one per player and game, after playing it.
import { sql, type Kysely } from 'kysely';
import type { Tables } from '#server/db/tables.ts';

export interface StoredReview {
  readonly rating: number;
  readonly text: string;
  readonly updated_at: Date;
}

export interface PlayerReviewState {
  readonly hasPlayed: boolean;
  /** Whether the game has used its one review prompt of the period. */
  readonly askedLately: boolean;
  readonly review: StoredReview | undefined;
}

export interface ReviewInput {
  readonly game: string;
  readonly rating: number;
  readonly text: string | undefined;
}

export const reviewPromptDays = 30;

export async function readReviewState(db: Kysely<Tables>, accountId: string, game: string): Promise<PlayerReviewState> {
  const { rows } = await sql<{ has_played: boolean; asked_lately: boolean; review: StoredReview | null }>`
    select
      exists (select from connected_games where account_id = ${accountId} and game = ${game}) as has_played,
      exists (select from review_requests
        where account_id = ${accountId} and game = ${game} and ${isLate(sql.ref('asked_at'))}) as asked_lately,
      (select to_jsonb(reviews) from reviews where account_id = ${accountId} and game = ${game}) as review`.execute(db);
  const [row] = rows;
  return {
    hasPlayed: row?.has_played ?? false,
    askedLately: row?.asked_lately ?? false,
    // JSON returns times as strings.
    review: row?.review ? { ...row.review, updated_at: new Date(row.review.updated_at) } : undefined,
  };
}

/** True for one caller only. Players who have reviewed are not prompted. */
export async function claimReviewPrompt(db: Kysely<Tables>, accountId: string, game: string): Promise<boolean> {
  const { rows } = await sql`
    with player as (${playerOf(accountId, game)})
    insert into review_requests (account_id, game)
    select account_id, ${game} from player
    where not exists (select from reviews r where r.account_id = player.account_id and r.game = ${game})
    on conflict (account_id, game) do update set asked_at = now()
      where not ${isLate(sql.ref('review_requests.asked_at'))}
    returning 1`.execute(db);
  return rows.length > 0;
}

/** Undefined: the player has never played the game. */
export async function saveReview(
  db: Kysely<Tables>,
  accountId: string,
  { game, rating, text }: ReviewInput,
): Promise<StoredReview | undefined> {
  const { rows } = await sql<StoredReview>`
    with player as (${playerOf(accountId, game)})
    insert into reviews (account_id, game, rating, text)
    select account_id, ${game}, ${rating}::smallint, ${text ?? ''} from player
    on conflict (account_id, game) do update set
      rating = excluded.rating, text = coalesce(${text ?? null}::text, reviews.text), updated_at = clock_timestamp()
    returning rating, text, updated_at`.execute(db);
  return rows[0];
}

/** Locks the account like a merge does: nothing is written for a merged account. */
const playerOf = (accountId: string, game: string) => sql`
  select a.account_id from accounts a join connected_games c using (account_id)
  where a.account_id = ${accountId} and a.merged_into is null and c.game = ${game} for share of a`;

const isLate = (askedAt: ReturnType<typeof sql.ref>) =>
  sql`(${askedAt} > now() - make_interval(days => ${sql.lit(reviewPromptDays)}))`;
