import { createOperatorGameKeyRoutes, type GameKeyRoutesDeps } from './operator-routes.ts';

export const createGameKeysFeature = (deps: GameKeyRoutesDeps) => ({
  routes: { operatorGameKeys: createOperatorGameKeyRoutes(deps) },
});
