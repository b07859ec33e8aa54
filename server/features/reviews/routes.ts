import { api } from '#contract/api.ts';
import { analyticsEventIds } from '#model/analytics-events.ts';
import { Problem } from '#model/problem.ts';
import type { Review } from '#model/review.ts';
import type { Database } from '#server/db/database.ts';
import { recordServerEvent } from '#server/features/analytics/record-server-event.ts';
import { createGamesReader } from '#server/features/games/read-games.ts';
import { isSessionAllowed } from '#server/features/sessions/admit-session.ts';
import type { Session } from '#server/features/sessions/sessions.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import { readReviewState, saveReview, claimReviewPrompt, type StoredReview } from './reviews.ts';

export interface ReviewsDeps {
  readonly database: Database;
  readonly now: () => Date;
}

export function createReviewsRoutes(deps: ReviewsDeps): AreaHandlers<'reviews'> {
  const { kysely } = deps.database;
  const { requireGame } = createGamesReader(deps.database);
  return {
    get: async ({ session, body }) => {
      await requireGame(body.Game);
      const { hasPlayed, askedLately, review } = await readReviewState(kysely, session.accountId, body.Game);
      const canReview = hasPlayed && mayReview(session);
      return {
        CanReview: canReview,
        CanAsk: canReview && !askedLately && review === undefined,
        ...(review && { Review: toWire(review) }),
      };
    },
    ask: async ({ session, body }) => {
      await requireGame(body.Game);
      return { Granted: mayReview(session) && (await claimReviewPrompt(kysely, session.accountId, body.Game)) };
    },
    save: async ({ session, body }) => {
      await requireGame(body.Game);
      const given = { game: body.Game, rating: body.Rating, text: body.Text?.trim() };
      const review = await saveReview(kysely, session.accountId, given);
      if (!review)
        throw new Problem('GameNotConnected', `Only those who have played ${body.Game} may review it.`, {
          param: body.Game,
        });
      await recordReview(deps, session.accountId, given);
      return { Review: toWire(review) };
    },
  };
}

/** The same access as for saving a review: portal sessions only. */
const mayReview = (session: Session): boolean => isSessionAllowed(api.reviews.save.access, session);

function toWire({ rating, text, updated_at }: StoredReview): Review {
  return { Rating: rating, Text: text, UpdatedAt: updated_at.toISOString() };
}

/** Statistics contain the stars, not the text. */
const recordReview = (
  { database, now }: ReviewsDeps,
  accountId: string,
  { game, rating }: { readonly game: string; readonly rating: number },
): Promise<void> =>
  recordServerEvent(database.kysely, {
    accountId,
    eventId: analyticsEventIds.UserReviewed,
    fields: { S1: game, I1: rating },
    at: now(),
  });
