import type { Static } from 'typebox';
import { api, type Api } from '#contract/api.ts';
import { maxLeaderboardEntries, type Leaderboard, type LeaderboardEntry } from '#model/leaderboard.ts';
import { countPastPeriods } from '#model/leaderboard-periods.ts';
import { fallbackLocale, type Locale } from '#model/locale.ts';
import { Problem } from '#model/problem.ts';
import type { Database } from '#server/db/database.ts';
import type { ReplicaReads } from '#server/db/replica-reads.ts';
import { createPlayerSearchIds } from '#server/features/friends/find-players.ts';
import { toDisplayName } from '#server/features/friends/friend-reply.ts';
import { readAccountLocale } from '#server/features/friends/read-account-locale.ts';
import { createGamesReader } from '#server/features/games/read-games.ts';
import type { PlatformSync } from '#server/features/platform-sync/platform-sync.ts';
import { savePlayerReport } from '#server/features/player-reports/save-player-report.ts';
import { isSessionAllowed } from '#server/features/sessions/admit-session.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import type { Sealer } from '#server/secrets/sealer.ts';
import { createBoardFinder } from './board-rows.ts';
import { changeLeaderboardEntries, readEntriesForOperator } from './change-entries.ts';
import { createStandingsReader, type BoardKey, type BoardStanding, type EntryRow } from './read-standings.ts';
import { createLeaderboardReader, requireLeaderboard, requirePeriod } from './require-leaderboard.ts';
import { submitScore, type ScoreSubmission } from './submit-score.ts';

export interface LeaderboardsDeps {
  readonly database: Database;
  readonly replicaReads: Pick<ReplicaReads, 'read'>;
  readonly now: () => Date;
  readonly platformSync: PlatformSync;
  readonly sealer: Pick<Sealer, 'signatures'>;
}

type EntriesQuery = Static<Api['leaderboards']['entries']['query']>;

export interface LeaderboardsRoutes {
  readonly leaderboards: AreaHandlers<'leaderboards'>;
  readonly playerReports: Pick<AreaHandlers<'playerReports'>, 'reportOnLeaderboard'>;
}

export function createLeaderboardsRoutes(deps: LeaderboardsDeps): LeaderboardsRoutes {
  const { database, now } = deps;
  const { readGameOrHidden } = createGamesReader(database);
  const readBoard = createLeaderboardReader(database);
  const findBoardId = createBoardFinder(database);
  const ids = createPlayerSearchIds(deps.sealer);
  const standings = createStandingsReader(database, deps.replicaReads);

  const submit = async (submission: ScoreSubmission) => {
    const { game, board, accountId } = submission;
    const { period, improved, beatenFriends } = await submitScore(deps, submission);
    const standing = toStanding(await standings.readBoard(toKey(game, board, period), accountId));
    if (!standing)
      throw new Problem(
        'Conflict',
        'The player has no entry: it was removed, or the score was submitted in an earlier period.',
      );
    return { reply: { ...standing, Improved: improved }, beatenFriends };
  };

  /** The entries with their ranks, in order. */
  const readView = async (
    { board_id: boardId, rank }: BoardStanding,
    { View = 'Top', Limit = 10 }: { readonly View?: EntriesQuery['View']; readonly Limit?: number },
    viewer: string | undefined,
  ): Promise<{ row: EntryRow; rank: number }[]> => {
    if (View === 'Top' || viewer === undefined) return rankFrom(1, await standings.readTop(boardId, viewer, Limit));
    if (View === 'Friends') return rankFrom(1, await standings.readFriends(boardId, viewer, Limit));
    const rows = await standings.readAround(boardId, viewer, Limit);
    const own = rows.findIndex(({ is_you }) => is_you);
    return rankFrom((rank ?? 1) - own, rows);
  };

  return {
    playerReports: {
      reportOnLeaderboard: async ({ session: { accountId }, body }) => {
        const { Game: game, Leaderboard: leaderboard, View, Period: period, Ago: ago, PlayerId, Reason, Text } = body;
        const board = await readBoard(game, leaderboard);
        const span = requirePeriod(board, { period, ago }, now());
        // Reads again: only players whom the caller sees there can be reported.
        const standing = await standings.readBoard(toKey(game, board, span.key), accountId);
        const shown = standing ? await readView(standing, { View, Limit: maxLeaderboardEntries }, accountId) : [];
        const isMeant = ids.isIdOf(accountId, PlayerId);
        const meant = shown.find(({ row }) => !row.is_you && isMeant(row.account_id));
        if (!meant) throw new Problem('NotFound', 'No player who is shown there has this id.');
        const reportedAccountId = meant.row.account_id;
        const report = { accountId, reportedAccountId, reason: Reason, text: Text, board: { game, leaderboard } };
        await savePlayerReport(database, report);
        return { Success: true };
      },
    },
    leaderboards: {
      entries: async ({ query, session }) => {
        const board = await readBoard(query.Game, query.Leaderboard);
        const span = requirePeriod(board, { period: query.Period, ago: query.Ago }, now());
        const caller = await session();
        const viewer = caller?.accountId;
        const mayReport =
          caller !== undefined && isSessionAllowed(api.playerReports.reportOnLeaderboard.access, caller);
        const idOf = (row: EntryRow): string | undefined =>
          mayReport && !row.is_you ? ids.idFor(caller.accountId, row.account_id) : undefined;
        if (viewer === undefined && query.View !== undefined && query.View !== 'Top')
          throw new Problem('Unauthenticated');
        const locale =
          query.Locale ?? (viewer === undefined ? fallbackLocale : await readAccountLocale(database.kysely, viewer));
        const standing = await standings.readBoard(toKey(query.Game, board, span.key), viewer);
        const you = toStanding(standing);
        const entries = standing ? await readView(standing, query, viewer) : [];
        return {
          // Ranks are counted before the players that the viewer has blocked are left out.
          Entries: entries
            .filter(({ row }) => !row.has_blocked)
            .map(({ row, rank }) => toEntry(row, { rank, locale, id: idOf(row) })),
          Total: standing?.total ?? 0,
          ...(you && { You: you }),
          Period: span.period,
          ...(span.startsAt && { StartsAt: span.startsAt.toISOString() }),
          ...(span.endsAt && { EndsAt: span.endsAt.toISOString() }),
          ...(span.seasonName && { SeasonName: { ...span.seasonName } }),
          PastPeriods: countPastPeriods(board, span.period, now()),
        };
      },
      submit: async ({ session: { accountId }, body }) => {
        const { reply, beatenFriends } = await submit({
          accountId,
          game: body.Game,
          board: await readBoard(body.Game, body.Leaderboard),
          score: body.Score,
          submissionId: body.SubmissionId,
          source: 'page',
        });
        const locale = beatenFriends.length > 0 ? await readAccountLocale(database.kysely, accountId) : fallbackLocale;
        return { ...reply, BeatenFriends: beatenFriends.map((name) => toDisplayName(name, locale)) };
      },
      report: async ({ gameKey: { game }, body }) => {
        // Also while the game is hidden.
        const found = await readGameOrHidden(game);
        if (!found) throw new Problem('NotFound');
        const player = await database.kysely
          .selectFrom('connected_games')
          .select('account_id')
          .where('game', '=', game)
          .where('game_uid', '=', body.GameUid)
          .executeTakeFirst();
        if (!player) throw new Problem('NotFound', 'The game has no player with this GameUid.');
        const { reply } = await submit({
          accountId: player.account_id,
          game,
          board: requireLeaderboard(found.config, body.Leaderboard),
          score: body.Score,
          submissionId: body.SubmissionId,
          source: 'server',
        });
        return reply;
      },
      operatorEntries: async ({ query, audit }) => {
        audit.read({ kind: 'leaderboard-entry', id: query.Leaderboard, game: query.Game });
        const found = await readGameOrHidden(query.Game);
        if (!found) throw new Problem('UnknownGame');
        const board = requireLeaderboard(found.config, query.Leaderboard);
        const span = requirePeriod(board, { period: query.Period, ago: query.Ago }, now());
        const boardId = await findBoardId(query.Game, board, span.key);
        const rows =
          boardId === undefined ? [] : await readEntriesForOperator(database, { boardId, limit: query.Limit ?? 100 });
        return {
          Entries: rows.map((row) => ({
            AccountId: row.account_id,
            Name: row.name.slice(0, 200),
            Score: row.score,
            ReachedAt: row.reached_at.toISOString(),
            ...(row.rank !== null && { Rank: row.rank }),
            Hidden: row.is_hidden,
          })),
        };
      },
      changeEntries: async ({ audit, body }) => {
        audit.noChange();
        if (!(await readGameOrHidden(body.Game))) throw new Problem('UnknownGame');
        const { Game: game, Leaderboard: leaderboard, AccountId: accountId, Change: change, Reason: reason } = body;
        return {
          Success: await changeLeaderboardEntries(database, {
            game,
            leaderboard,
            accountId,
            change,
            reason,
            record: audit.change,
          }),
        };
      },
    },
  };
}

const rankFrom = (first: number, rows: readonly EntryRow[]) => rows.map((row, at) => ({ row, rank: first + at }));

const toKey = (game: string, { Id, Ascending }: Leaderboard, period: string): BoardKey => ({
  game,
  leaderboard: Id,
  period,
  isAscending: Ascending,
});

/** Undefined: the player has no entry. */
function toStanding(standing: BoardStanding | undefined) {
  if (!standing || standing.score === null) return undefined;
  return { Score: standing.score, ...(standing.rank !== null && { Rank: standing.rank }) };
}

const toEntry = (
  row: EntryRow,
  { rank, locale, id }: { readonly rank: number; readonly locale: Locale; readonly id: string | undefined },
): LeaderboardEntry => ({
  Rank: rank,
  Score: row.score,
  Name: toDisplayName(row.name, locale),
  IsYou: row.is_you,
  ...(id !== undefined && { PlayerId: id }),
  ...(row.friend_account_id !== null && { FriendUid: row.friend_account_id }),
});
