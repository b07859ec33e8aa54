import type { Permission } from '#model/operator.ts';
import type { Player } from './player.ts';

export type PlayerAction =
  | 'block'
  | 'unblock'
  | 'endSessions'
  | 'rename'
  | 'setFeature'
  | 'takeFeature'
  | 'restore'
  | 'export'
  | 'erase';

type State = Pick<Player, 'BlockedAt' | 'DeleteAfter' | 'Features'>;

/** What fits the account and the operator's role, the most frequent first. */
export function listPlayerActions(
  { BlockedAt, DeleteAfter, Features }: State,
  can: (permission: Permission) => boolean,
): readonly PlayerAction[] {
  const changes: readonly PlayerAction[] = [
    BlockedAt === undefined ? 'block' : 'unblock',
    'endSessions',
    'rename',
    Features.includes('ListGames') ? 'takeFeature' : 'setFeature',
    ...(DeleteAfter === undefined ? [] : (['restore'] as const)),
  ];
  return [
    ...(can('players.change') ? changes : []),
    ...(can('players.export') ? (['export'] as const) : []),
    ...(can('players.erase') ? (['erase'] as const) : []),
  ];
}
