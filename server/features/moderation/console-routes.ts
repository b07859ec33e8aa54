import { auditedLists } from '#model/audit-log.ts';
import type { Database } from '#server/db/database.ts';
import { requireGame } from '#server/db/require-game.ts';
import { countReportedPlayers, listReportedPlayers } from '#server/features/player-reports/list-reported-players.ts';
import type { ReadFilter } from '#server/features/profanity-filter/profanity-filter-reader.ts';
import { mayUseGame } from '#server/features/operators/operator-caller.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import { dismissReports } from './dismiss-reports.ts';
import { findBadNames } from './find-bad-names.ts';
import { changeReview, describeReview, listReviews } from './reviews.ts';
import { changeWordList, dropWordList, readWordLists } from './word-lists.ts';

export interface ModerationDeps {
  readonly database: Database;
  readonly readFilter: ReadFilter;
}

export function createModerationRoutes({ database, readFilter }: ModerationDeps): AreaHandlers<'operatorModeration'> {
  const requireKnown = async (game: string | undefined): Promise<void> => {
    if (game !== undefined) await requireGame(database.kysely, game);
  };
  return {
    reviews: async ({ operator, audit, query: { Game, IsHidden, MaxRating, Before, Limit = 50 } }) => {
      audit.read({ ...auditedLists.reviews, game: Game });
      const { reviews, nextBefore } = await listReviews(
        database,
        {
          games: Game === undefined ? operator.games : [Game],
          isHidden: IsHidden,
          maxRating: MaxRating,
          before: Before,
        },
        Limit,
      );
      return {
        Reviews: reviews.map((review) => describeReview(review, operator.games === undefined)),
        ...(nextBefore !== undefined && { NextBefore: nextBefore }),
      };
    },
    changeReview: async ({ audit, body: { AccountId, Game, Change, Reason } }) => {
      const change = { accountId: AccountId, game: Game, isHidden: Change === 'Hide', reason: Reason };
      const isChanged = await changeReview(database, { ...change, record: audit.change });
      if (!isChanged) audit.noChange();
      return { Success: isChanged };
    },
    reports: async ({ audit, query: { Limit = 50 } }) => {
      audit.read(auditedLists.playerReports);
      const { kysely } = database;
      return { Players: await listReportedPlayers(kysely, Limit), Total: await countReportedPlayers(kysely) };
    },
    dismissReports: async ({ audit, body: { AccountId, Reason } }) => {
      const count = await dismissReports(database, { accountId: AccountId, reason: Reason, record: audit.change });
      if (count === 0) audit.noChange();
      return { Success: count > 0 };
    },
    names: async ({ audit, caller, query: { BeforeAccountId } }) => {
      audit.read(auditedLists.playerNames);
      const filter = await readFilter(undefined, caller().locale);
      const { players, nextBefore } = await findBadNames(database, filter, BeforeAccountId);
      return {
        Players: players.map(({ accountId, name, masked, createdAt }) => ({
          AccountId: accountId,
          Name: name,
          Masked: masked,
          CreatedAt: createdAt.toISOString(),
        })),
        ...(nextBefore !== undefined && { NextBeforeAccountId: nextBefore }),
      };
    },
    wordLists: async ({ operator }) => {
      const lists = await readWordLists(database);
      return {
        Lists: lists.filter(
          ({ Game }) => operator.games === undefined || (Game !== undefined && mayUseGame(operator, Game)),
        ),
        HasShippedList: lists.every(({ Game }) => Game !== undefined),
      };
    },
    saveWordList: async ({ audit, body: { Game, Words, UpdatedAt, Reason } }) => {
      await requireKnown(Game);
      const change = { game: Game, reason: Reason, record: audit.change };
      return changeWordList(database, { ...change, words: Words, knownUpdate: UpdatedAt });
    },
    removeWordList: async ({ audit, body: { Game, Reason } }) => {
      await requireKnown(Game);
      const isRemoved = await dropWordList(database, { game: Game, reason: Reason, record: audit.change });
      if (!isRemoved) audit.noChange();
      return { Success: isRemoved };
    },
    testWords: async ({ caller, body: { Game, Text, Locale } }) => {
      await requireKnown(Game);
      const { text, changed } = (await readFilter(Game, Locale ?? caller().locale))(Text);
      return { Text: text, Changed: changed };
    },
  };
}
