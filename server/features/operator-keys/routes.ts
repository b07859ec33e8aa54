import type { AreaHandlers } from '#server/http/implement-api.ts';

export const createOperatorRoutes = (): Pick<AreaHandlers<'operator'>, 'key'> => ({
  key: async ({ operator }) => ({ Name: operator.name, Permissions: [...operator.permissions] }),
});
