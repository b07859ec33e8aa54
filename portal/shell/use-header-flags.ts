import { useQuery } from '@tanstack/react-query';
import { usePageConfig } from '#portal/page-environment.ts';
import { gameConfigQuery } from '#portal/queries/game-config-query.ts';
import { readInterfaceFlags, type VisibleInterface } from './interface-flags.ts';
import { usePageTarget } from './use-page-target.ts';

/** On a game's page undefined until the game's configuration has loaded. */
export function useHeaderFlags(): VisibleInterface | undefined {
  const { game, adapter } = usePageTarget();
  const page = usePageConfig();
  const config = useQuery({ ...gameConfigQuery(game ?? ''), enabled: game !== undefined });
  return game !== undefined && config.isPending ? undefined : readInterfaceFlags(adapter, page, config.data);
}
