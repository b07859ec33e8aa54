import { createOperatorSettingsRoutes, type SettingsRoutesDeps } from './operator-routes.ts';

export const createSettingsFeature = (deps: SettingsRoutesDeps) => ({
  routes: { operatorSettings: createOperatorSettingsRoutes(deps) },
});
