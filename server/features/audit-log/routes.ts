import { buildCsv } from '#server/build-csv.ts';
import type { Database } from '#server/db/database.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import { listAuditEntries, type AuditLogQuery } from './list-audit-entries.ts';

const defaultLimit = 50;
const maxExported = 10_000;

export function createAuditLogRoutes({ kysely }: Database): AreaHandlers<'auditLog'> {
  return {
    entries: async ({ query }) => {
      const { BeforeEntryId: beforeEntryId, Limit: limit = defaultLimit } = query;
      const entries = await listAuditEntries(kysely, { ...toFilter(query), beforeEntryId, limit });
      return { Entries: entries.map(describeEntry) };
    },
    export: async ({ query, audit }) => {
      const entries = await listAuditEntries(kysely, { ...toFilter(query), limit: maxExported });
      audit.read({ kind: 'audit-log', id: JSON.stringify(query) });
      return {
        Csv: buildCsv(
          columns,
          entries.map((entry) => toCells(describeEntry(entry))),
        ),
      };
    },
  };
}

interface WireFilter {
  readonly Actor?: string;
  readonly ObjectKind?: string;
  readonly ObjectId?: string;
  readonly Action?: string;
  readonly Game?: string;
  readonly Since?: string;
  readonly Until?: string;
}

const toFilter = ({
  Actor,
  ObjectKind,
  ObjectId,
  Action,
  Game,
  Since,
  Until,
}: WireFilter): Omit<AuditLogQuery, 'limit'> => ({
  actor: Actor,
  objectKind: ObjectKind,
  objectId: ObjectId,
  action: Action,
  game: Game,
  since: Since === undefined ? undefined : new Date(Since),
  until: Until === undefined ? undefined : new Date(Until),
});

type StoredEntry = Awaited<ReturnType<typeof listAuditEntries>>[number];
const actorKinds = { operator: 'Operator', key: 'Key', command: 'Command' } as const;

const describeEntry = (row: StoredEntry) => ({
  EntryId: row.entry_id,
  At: row.at.toISOString(),
  ActorKind: actorKinds[row.actor_kind],
  ...(row.actor_id !== null && { ActorId: row.actor_id }),
  ActorName: row.actor_name,
  Action: row.action,
  ObjectKind: row.object_kind,
  ObjectId: row.object_id,
  ...(row.game !== null && { Game: row.game }),
  ...(row.before !== null && { Before: row.before }),
  ...(row.after !== null && { After: row.after }),
  ...(row.reason !== null && { Reason: row.reason }),
  ...(row.address !== null && { Address: row.address }),
  ...(row.request_id !== null && { RequestId: row.request_id }),
});

type Entry = ReturnType<typeof describeEntry>;

const columns = [
  'EntryId',
  'At',
  'ActorKind',
  'ActorId',
  'ActorName',
  'Action',
  'ObjectKind',
  'ObjectId',
  'Game',
  'Before',
  'After',
  'Reason',
  'Address',
  'RequestId',
] as const satisfies readonly (keyof Entry)[];

const toCells = (entry: Entry): string[] =>
  columns.map((column) => {
    const value = entry[column];
    return value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
  });
