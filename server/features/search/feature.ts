import { auditedLists } from '#model/audit-log.ts';
import type { Permission } from '#model/operator.ts';
import { hasPermission } from '#server/features/operators/operator-caller.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import type { Infrastructure } from '#server/infrastructure.ts';
import { findAnything, type FoundRow } from './find-anything.ts';
import type { FoundKind } from './lookups.ts';

/** Each kind is found only by those who may read it. */
const kindPermissions: readonly (readonly [FoundKind, Permission])[] = [
  ['Player', 'players.read'],
  ['Order', 'orders.read'],
  ['Delivery', 'webhooks.read'],
  ['Ticket', 'support.read'],
  ['Game', 'games.read'],
  ['Request', 'audit.read'],
];

export const createSearchFeature = ({ database }: Pick<Infrastructure, 'database'>) => ({
  routes: { operatorSearch: createSearchRoutes(database) },
});

const createSearchRoutes = (database: Infrastructure['database']): AreaHandlers<'operatorSearch'> => ({
  find: async ({ operator, audit, query: { Text } }) => {
    const kinds = kindPermissions.flatMap(([kind, permission]) => (hasPermission(operator, permission) ? [kind] : []));
    const found = await findAnything(database, Text, kinds);
    const players = found.filter(({ kind }) => kind === 'Player');
    for (const { id } of players) audit.read({ kind: 'player', id });
    if (players.length === 0) audit.read(auditedLists.playerSearch);
    return { Found: found.map((row) => describeFound(row)) };
  },
});

const describeFound = ({ kind, id, matched_by, title, subtitle, game }: FoundRow) => ({
  Kind: kind,
  Id: id,
  MatchedBy: matched_by,
  Title: (title ?? '').slice(0, 400),
  Subtitle: (subtitle ?? '').slice(0, 400),
  ...(game !== null && { Game: game }),
});
