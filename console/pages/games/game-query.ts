import { queryOptions } from '@tanstack/react-query';
import { api } from '#console/api.ts';

export const gameQuery = (game: string) =>
  queryOptions({ queryKey: ['games', 'one', game], queryFn: () => api.operatorGames.show({ Game: game }) });

export type Game = GameDetails['Summary'];
export type GameDetails = Awaited<ReturnType<typeof api.operatorGames.show>>;
export type Build = GameDetails['Builds'][number];
