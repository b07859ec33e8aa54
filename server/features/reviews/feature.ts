import { createReviewsRoutes, type ReviewsDeps } from './routes.ts';

export const createReviewsFeature = (deps: ReviewsDeps) => ({ routes: { reviews: createReviewsRoutes(deps) } });
