import { api } from '#contract/api.ts';
import { portalAnalyticsBuildId, analyticsEventIds, portalAnalyticsPlatformId } from '#model/analytics-events.ts';
import { Problem } from '#model/problem.ts';
import type { Review } from '#model/review.ts';
import type { Database } from '#server/db/database.ts';
import type { AnalyticsQueue } from '#server/features/analytics/analytics-queue.ts';
import { createGamesReader } from '#server/features/games/read-games.ts';
import { isSessionAllowed } from '#server/features/sessions/admit-session.ts';
import type { Session } from '#server/features/sessions/sessions.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import type { Log } from '#server/http/log.ts';
import { readReviewState, saveReview, claimReviewPrompt, type StoredReview } from './reviews.ts';

export interface ReviewsDeps {
  readonly database: Database;
  readonly queue: Pick<AnalyticsQueue, 'add'>;
  readonly log: Log;
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
      record(deps, session, given);
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
function record({ queue, log, now }: ReviewsDeps, session: Session, given: { game: string; rating: number }): void {
  const at = now().toISOString();
  const isTaken = queue.add([
    {
      account_id: session.accountId,
      session_id: session.sessionId,
      platform: portalAnalyticsPlatformId,
      build_id: portalAnalyticsBuildId,
      event_id: analyticsEventIds.UserReviewed,
      event_build: null,
      event_platform: null,
      fields: { S1: given.game, I1: given.rating },
      created_at: at,
      server_created_at: at,
    },
  ]);
  if (!isTaken) log.warn({ game: given.game }, 'A review is missing in the statistics: too many events are waiting.');
}
