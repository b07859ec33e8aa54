// The part of `npm run content` that is about entries of leaderboards.
import { parseUuid } from '#model/parse-uuid.ts';
import type { DatabaseCommandDeps } from '#server/db/run-database-command.ts';
import { recordCommand } from '#server/features/audit-log/audit-log.ts';
import { createGamesReader } from '#server/features/games/read-games.ts';
import { createBoardFinder } from '#server/features/leaderboards/board-rows.ts';
import {
  changeLeaderboardEntries,
  readEntriesForOperator,
  type EntriesChange,
} from '#server/features/leaderboards/change-entries.ts';
import { requireLeaderboard, requirePeriod } from '#server/features/leaderboards/require-leaderboard.ts';

type ScoresCommandDeps = Pick<DatabaseCommandDeps, 'database' | 'report' | 'now'> & { readonly operator: string };

const maxListed = 100;

export async function listScores(
  { database, report, now }: ScoresCommandDeps,
  game: string,
  leaderboard: string,
): Promise<void> {
  const found = await createGamesReader(database).readGameOrHidden(game);
  if (!found) throw new Error(`There is no game ${game}.`);
  const board = requireLeaderboard(found.config, leaderboard);
  const span = requirePeriod(board, { period: undefined, ago: undefined }, now());
  const boardId = await createBoardFinder(database)(game, board, span.key);
  const rows = boardId === undefined ? [] : await readEntriesForOperator(database, { boardId, limit: maxListed });
  for (const { rank, score, account_id, name, is_hidden } of rows) {
    const place = is_hidden ? 'hidden' : (rank?.toString() ?? 'blocked');
    report(`${place.padStart(7)}  ${String(score).padStart(12)}  ${account_id}  ${name}`);
  }
  if (rows.length === 0) report(`The leaderboard ${leaderboard} has no entries.`);
}

export async function changeScores(
  { database, report, operator }: ScoresCommandDeps,
  change: EntriesChange,
  { game, leaderboard, account }: { readonly game: string; readonly leaderboard: string; readonly account: string },
): Promise<void> {
  const accountId = parseUuid(account);
  if (accountId === undefined)
    throw new Error(`${account} isn't an account id. List them: npm run content -- scores ${game} ${leaderboard}`);
  const record = recordCommand(`content ${change.toLowerCase()}-scores`, operator);
  const isChanged = await changeLeaderboardEntries(database, {
    game,
    leaderboard,
    accountId,
    change,
    record,
  });
  report(isChanged ? doneTexts[change] : 'Nothing changed.');
}

const doneTexts = {
  Hide: 'The entries are hidden, also later ones.',
  Show: 'The entries are shown again.',
  Remove: 'The entries are deleted. The player can submit again.',
};
