import { useQuery } from '@tanstack/react-query';
import { gameQuery } from '#portal/queries/game-query.ts';

export const useGameConfig = (game: string) => useQuery(gameQuery(game));
