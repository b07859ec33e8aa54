// Writes a score into all open periods of a leaderboard. Scores come from a page, where players can forge them, or from
// the game's server; bounds apply to both, the rate limit only to pages.
import { sql, type Kysely, type Transaction } from 'kysely';
import { maxLeaderboardScore, type Leaderboard } from '#model/leaderboard.ts';
import { findOpenLeaderboardPeriods } from '#model/leaderboard-periods.ts';
import { Problem } from '#model/problem.ts';
import type { Database } from '#server/db/database.ts';
import { lockAccount } from '#server/db/lock-account.ts';
import type { Tables } from '#server/db/tables.ts';
import type { PlatformSync } from '#server/features/platform-sync/platform-sync.ts';
import { addBoards } from './board-rows.ts';

export interface ScoreSubmission {
  readonly accountId: string;
  readonly game: string;
  readonly board: Leaderboard;
  readonly score: number;
  readonly submissionId: string | undefined;
  readonly source: 'page' | 'server';
}

interface SubmitScoreDeps {
  readonly database: Database;
  readonly now: () => Date;
  readonly platformSync: PlatformSync;
}

export interface SubmitScoreResult {
  /** The main period, as in `leaderboards.period`. */
  readonly period: string;
  readonly improved: boolean;
  /** Account names of friends who were ahead of the player, or had no rival yet, and are behind now. */
  readonly beatenFriends: readonly string[];
}

export const defaultMaxPerMinute = 10;
const maxBeatenFriends = 10;
const maxKeptSubmissionIds = 16;

export async function submitScore(
  { database, now, platformSync }: SubmitScoreDeps,
  submission: ScoreSubmission,
): Promise<SubmitScoreResult> {
  const { accountId, game, board, source } = submission;
  if (source === 'page' && board.SubmittedBy === 'Server') throw new Problem('LeaderboardClosed');
  requireWithinBounds(board, submission.score);
  const at = now();
  const spans = findOpenLeaderboardPeriods(board, at);
  const period = spans[0]?.key;
  if (period === undefined) throw new Problem('LeaderboardClosed');
  const sync = await platformSync.prepare(game);
  const change = await database.transaction(async (trx) => {
    if (!(await lockAccount(trx, accountId, 'shared'))) throw new Problem('Unauthenticated');
    const admission = await admitSubmission(trx, submission, at);
    if (admission === 'repeated') return undefined;
    const isListed = admission === 'listed';
    const boardIds = await addBoards(trx, game, board, spans);
    const [boardId] = boardIds;
    if (boardId === undefined) throw new Error(`The leaderboard ${game}/${board.Id} has no board.`);
    const before = await readPlace(trx, boardId, accountId);
    // Last, because it locks the counts that other players' scores change too.
    const written = await writeEntries(trx, submission, boardIds, isListed);
    const after = written.find(({ board_id }) => board_id === boardId);
    if (after && isListed) await sync.queueScore(trx, { accountId, game, leaderboard: board.Id });
    const improved = after !== undefined && (before === undefined || after.rank_key < before.rank_key);
    return improved ? { boardId, before, after, isListed } : undefined;
  });
  return {
    period,
    improved: change !== undefined,
    beatenFriends: change?.isListed ? await findBeatenFriends(database.kysely, accountId, change) : [],
  };
}

function requireWithinBounds({ MinScore, MaxScore }: Leaderboard, score: number): void {
  const [min, max] = [MinScore ?? -maxLeaderboardScore, MaxScore ?? maxLeaderboardScore];
  if (score >= min && score <= max) return;
  throw new Problem('InvalidRequest', `This leaderboard takes scores from ${min} to ${max}.`, {
    fields: { Score: `must be from ${min} to ${max}` },
  });
}

/** Also serialises the submissions of one player, because it locks the row. */
async function admitSubmission(
  trx: Transaction<Tables>,
  { accountId, game, board, submissionId, source }: ScoreSubmission,
  at: Date,
): Promise<'listed' | 'hidden' | 'repeated'> {
  const minute = new Date(Math.floor(at.getTime() / 60_000) * 60_000);
  const maxPerMinute = board.MaxPerMinute ?? defaultMaxPerMinute;
  const ids = submissionId === undefined ? [] : [submissionId];
  const counted = source === 'page' ? 1 : 0;
  const { rows } = await sql<{ is_listed: boolean }>`
    insert into leaderboard_players as p (account_id, game, leaderboard, minute, submissions, submission_ids)
    values (${accountId}, ${game}, ${board.Id}, ${minute}, ${counted}, ${ids}::uuid[])
    on conflict (account_id, game, leaderboard) do update set
      minute = excluded.minute,
      submissions = case when p.minute = excluded.minute then p.submissions else 0 end + excluded.submissions,
      submission_ids = (excluded.submission_ids || p.submission_ids)[1:${sql.lit(maxKeptSubmissionIds)}]
    where not p.submission_ids && excluded.submission_ids
      and (excluded.submissions = 0 or p.minute <> excluded.minute or p.submissions < ${maxPerMinute})
    returning hidden_at is null
      and exists (select from accounts a where a.account_id = p.account_id and a.blocked_at is null) as is_listed
  `.execute(trx);
  const [admitted] = rows;
  if (admitted) return admitted.is_listed ? 'listed' : 'hidden';
  const { rows: repeated } = await sql`
    select from leaderboard_players
    where account_id = ${accountId} and game = ${game} and leaderboard = ${board.Id}
      and submission_ids && ${ids}::uuid[]`.execute(trx);
  if (repeated.length > 0) return 'repeated';
  throw new Problem('TooManyRequests', `This leaderboard takes at most ${maxPerMinute} scores a minute from a player.`);
}

interface StoredPlace {
  readonly rank_key: number;
  /** As text, because a JavaScript date has no microseconds. */
  readonly reached_at: string;
}

async function readPlace(
  trx: Transaction<Tables>,
  boardId: number,
  accountId: string,
): Promise<StoredPlace | undefined> {
  const { rows } = await sql<StoredPlace>`
    select rank_key, reached_at::text as reached_at from leaderboard_entries
    where board_id = ${boardId} and account_id = ${accountId}`.execute(trx);
  return rows[0];
}

/**
 * Boards in the order of their ids, so that two submissions can't wait for each other. Returns the entries that the score
 * has changed.
 */
async function writeEntries(
  trx: Transaction<Tables>,
  { accountId, board: { Ascending, Keeps = 'Best' }, score }: ScoreSubmission,
  boardIds: readonly number[],
  isListed: boolean,
): Promise<(StoredPlace & { readonly board_id: number })[]> {
  const limit = sql.lit(String(maxLeaderboardScore));
  const sum = sql`greatest(-${limit}::bigint, least(${limit}::bigint, e.score + excluded.score))`;
  const newScore = Keeps === 'Sum' ? sum : sql`excluded.score`;
  const counts = { Best: sql`excluded.rank_key < e.rank_key`, Last: sql`excluded.score <> e.score`, Sum: sql`true` };
  const { rows } = await sql<StoredPlace & { board_id: number }>`
    insert into leaderboard_entries as e (board_id, account_id, score, rank_key, reached_at, is_listed)
    select board_id, ${accountId}, ${score}::bigint, ${Ascending ? score : -score}::bigint, clock_timestamp(), ${isListed}
    from unnest(${boardIds.toSorted((a, b) => a - b)}::bigint[]) as board_id
    on conflict (board_id, account_id) do update set
      score = ${newScore}, rank_key = ${Ascending ? newScore : sql`-${newScore}`},
      reached_at = excluded.reached_at, is_listed = excluded.is_listed
    where ${counts[Keeps]}
    returning e.board_id, e.rank_key, e.reached_at::text as reached_at`.execute(trx);
  return rows;
}

async function findBeatenFriends(
  db: Kysely<Tables>,
  accountId: string,
  {
    boardId,
    before,
    after,
  }: { readonly boardId: number; readonly before: StoredPlace | undefined; readonly after: StoredPlace },
): Promise<string[]> {
  const wasAhead = before
    ? sql`(e.rank_key, e.reached_at) < (${before.rank_key}::bigint, ${before.reached_at}::timestamptz)`
    : sql`true`;
  const { rows } = await sql<{ name: string }>`
    select a.name from friends f
    join accounts a on a.account_id = f.friend_account_id and a.shares_scores
    join leaderboard_entries e on e.board_id = ${boardId} and e.account_id = f.friend_account_id and e.is_listed
    where f.account_id = ${accountId}
      and (e.rank_key, e.reached_at) > (${after.rank_key}::bigint, ${after.reached_at}::timestamptz) and ${wasAhead}
    order by e.rank_key, e.reached_at limit ${maxBeatenFriends}`.execute(db);
  return rows.map(({ name }) => name);
}
