import { queryOptions } from '@tanstack/react-query';
import { api } from '#console/api.ts';

export const playerQuery = (AccountId: string) =>
  queryOptions({ queryKey: ['players', 'story', AccountId], queryFn: () => api.operatorPlayers.story({ AccountId }) });
