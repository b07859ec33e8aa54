import { useQuery } from '@tanstack/react-query';
import { client } from '#portal/api.ts';
import { readInterfaceFlags, type ShownInterface } from './interface-flags.ts';
import { usePlace } from './use-place.ts';

/** What the header shows on this page; on the page of a game nothing is known before the game is. */
export function useHeaderFlags(): ShownInterface | undefined {
  const { game, adapter } = usePlace();
  const config = useQuery({
    queryKey: ['game', game],
    queryFn: () => client.games.publicConfig({ Game: game ?? '' }),
    enabled: game !== undefined,
  });
  return game !== undefined && config.isPending ? undefined : readInterfaceFlags(adapter, config.data);
}
