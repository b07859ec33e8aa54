import { createAchievementRoutes, type AchievementRoutesDeps } from './routes.ts';

export const createAchievementsFeature = (deps: AchievementRoutesDeps) => ({
  routes: { achievements: createAchievementRoutes(deps) },
});
