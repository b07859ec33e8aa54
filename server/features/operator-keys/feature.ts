import { createOperatorRoutes } from './routes.ts';

export const createOperatorKeysFeature = () => ({ routes: { operator: createOperatorRoutes() } });
