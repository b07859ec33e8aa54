// Reads ranks and entries. A rank is the sum of the counts of all ranges before the entry's own range, plus the entries
// before it in that range, so it costs the same among a million entries as among a thousand.
import { maxLeaderboardEntries } from '#model/leaderboard.ts';
import type { Database } from '#server/db/database.ts';
import type { ReplicaReads } from '#server/db/replica-reads.ts';
import { defineStatement } from '#server/db/define-statement.ts';

export interface Standing {
  /** Null: the viewer has no entry. */
  readonly score: number | null;
  /** Null: there is no entry, or it is not listed. */
  readonly rank: number | null;
}

export interface EntryRow {
  readonly account_id: string;
  readonly score: number;
  readonly is_you: boolean;
  /** Null: not a friend, or one who doesn't share scores. */
  readonly friend_account_id: string | null;
  /** Empty: the viewer may not see the name. */
  readonly name: string;
  readonly has_blocked: boolean;
}

export interface BoardStanding extends Standing {
  readonly board_id: number;
  readonly total: number;
}

export interface BoardKey {
  readonly game: string;
  readonly leaderboard: string;
  readonly period: string;
  readonly isAscending: boolean;
}

export interface StandingsReader {
  /** Undefined: the board has no scores yet. */
  readonly readBoard: (key: BoardKey, viewer: string | undefined) => Promise<BoardStanding | undefined>;
  readonly readTop: (boardId: number, viewer: string | undefined, limit: number) => Promise<EntryRow[]>;
  /** Entries in order: up to half of the limit before the viewer's, the viewer's, and those after it. */
  readonly readAround: (boardId: number, viewer: string, limit: number) => Promise<EntryRow[]>;
  readonly readFriends: (boardId: number, viewer: string, limit: number) => Promise<EntryRow[]>;
}

/** Visitors without an account read from the replica. Players expect the score that they have just reached. */
export function createStandingsReader(database: Database, replicaReads: Pick<ReplicaReads, 'read'>): StandingsReader {
  const board = database.prepareRead(findBoardStanding);
  const top = database.prepareRead(listTop);
  const around = database.prepareRead(listAround);
  const friends = database.prepareRead(listFriendEntries);
  return {
    readBoard: async (key, viewer) => {
      const rows =
        viewer === undefined
          ? replicaReads.read((kysely) => findBoardStanding(kysely, { ...key, viewer: null }))
          : board({ ...key, viewer });
      return (await rows)[0];
    },
    readTop: (boardId, viewer, limit) =>
      viewer === undefined
        ? replicaReads.read((kysely) => listTop(kysely, { boardId, viewer: null, limit }))
        : top({ boardId, viewer, limit }),
    readAround: (boardId, viewer, limit) => {
      const before = Math.floor((limit - 1) / 2);
      return around({ boardId, viewer, before, after: limit - before });
    },
    readFriends: (boardId, viewer, limit) => friends({ boardId, viewer, limit }),
  };
}

const findBoardStanding = defineStatement<BoardKey & { viewer: string | null }, BoardStanding>(
  ({ game, leaderboard, period, isAscending, viewer }) => `
    select b.board_id, counted.total, mine.score, case when mine.is_listed then 1 + counted.before + (
      select count(*) from leaderboard_entries e
      where e.board_id = b.board_id and e.is_listed
        and (e.rank_key, e.reached_at) >= (own.from_key, own.from_time)
        and (e.rank_key, e.reached_at, e.account_id) < (mine.rank_key, mine.reached_at, mine.account_id)
    ) end as rank
    from leaderboards b
    left join leaderboard_entries mine on mine.board_id = b.board_id and mine.account_id = ${viewer}::uuid
    cross join lateral (
      select coalesce(sum(r.entries), 0)::bigint as total,
        coalesce(sum(r.entries) filter (
          where (r.until_key, r.until_time) <= (mine.rank_key, mine.reached_at)), 0)::bigint as before
      from leaderboard_ranges r where r.board_id = b.board_id
    ) counted
    left join lateral (
      select r.from_key, r.from_time from leaderboard_ranges r
      where r.board_id = b.board_id and (r.from_key, r.from_time) <= (mine.rank_key, mine.reached_at)
      order by r.from_key desc, r.from_time desc limit 1
    ) own on true
    where b.game = ${game} and b.leaderboard = ${leaderboard} and b.period = ${period}
      and b.is_ascending = ${isAscending}`,
);

/** Friends see each other's scores unless the friend has turned that off. Others see names of players who can be found. */
const entryColumns = (viewer: string): string => `
  e.account_id, e.score, e.account_id = ${viewer}::uuid is true as is_you,
  case when a.shares_scores then f.friend_account_id end as friend_account_id,
  case when a.findable or e.account_id = ${viewer}::uuid or (a.shares_scores and f.friend_account_id is not null)
    then a.name else '' end as name,
  exists (
    select from friend_blocks k where k.account_id = ${viewer}::uuid and k.blocked_account_id = e.account_id
  ) as has_blocked`;

const withPlayers = (viewer: string): string => `
  join accounts a on a.account_id = e.account_id
  left join friends f on f.account_id = ${viewer}::uuid and f.friend_account_id = e.account_id
  order by e.rank_key, e.reached_at, e.account_id`;

/**
 * PostgreSQL plans a limit that is a parameter as a tenth of all rows, and would then read all accounts. The fixed limit
 * tells it that there are few; it stops at the other one.
 */
const limitTo = (limit: string, query: string): string =>
  `select * from (${query} limit ${maxLeaderboardEntries}) few limit ${limit}`;

const listTop = defineStatement<{ boardId: number; viewer: string | null; limit: number }, EntryRow>(
  ({ boardId, viewer, limit }) => `
    select ${entryColumns(viewer)} from (
      ${limitTo(
        limit,
        `select * from leaderboard_entries where board_id = ${boardId} and is_listed
        order by rank_key, reached_at, account_id`,
      )}
    ) e ${withPlayers(viewer)}`,
);

const listAround = defineStatement<{ boardId: number; viewer: string; before: number; after: number }, EntryRow>(
  ({ boardId, viewer, before, after }) => `
    with mine as materialized (
      select rank_key, reached_at, account_id from leaderboard_entries
      where board_id = ${boardId} and account_id = ${viewer} and is_listed
    )
    select ${entryColumns(viewer)} from (
      (select other.* from mine cross join lateral (
        ${limitTo(
          before,
          `select * from leaderboard_entries l where l.board_id = ${boardId} and l.is_listed
            and (l.rank_key, l.reached_at, l.account_id) < (mine.rank_key, mine.reached_at, mine.account_id)
          order by l.rank_key desc, l.reached_at desc, l.account_id desc`,
        )}) other)
      union all
      (select other.* from mine cross join lateral (
        ${limitTo(
          after,
          `select * from leaderboard_entries l where l.board_id = ${boardId} and l.is_listed
            and (l.rank_key, l.reached_at, l.account_id) >= (mine.rank_key, mine.reached_at, mine.account_id)
          order by l.rank_key, l.reached_at, l.account_id`,
        )}) other)
    ) e ${withPlayers(viewer)}`,
);

const listFriendEntries = defineStatement<{ boardId: number; viewer: string; limit: number }, EntryRow>(
  ({ boardId, viewer, limit }) => `
    select ${entryColumns(viewer)} from (
      ${limitTo(
        limit,
        `select * from leaderboard_entries
        where board_id = ${boardId} and is_listed and account_id = any(array(
          select o.friend_account_id from friends o
          join accounts s on s.account_id = o.friend_account_id and s.shares_scores
          where o.account_id = ${viewer}
          union all select ${viewer}))
        order by rank_key, reached_at, account_id`,
      )}
    ) e ${withPlayers(viewer)}`,
);
