import { useQuery } from '@tanstack/react-query';
import type { InterfaceFlags } from '#contract/config.ts';
import { client } from '#portal/api.ts';
import { readInterfaceFlags } from './interface-flags.ts';
import { usePlace } from './use-place.ts';

/** What the header shows on this page; on the page of a game nothing is known before the game is. */
export function useHeaderFlags(): Required<InterfaceFlags> | undefined {
  const { game, adapter } = usePlace();
  const config = useQuery({
    queryKey: ['game', game],
    queryFn: () => client.games.publicConfig({ Game: game ?? '' }),
    enabled: game !== undefined,
  });
  return game !== undefined && config.isPending ? undefined : readInterfaceFlags(adapter, config.data);
}
