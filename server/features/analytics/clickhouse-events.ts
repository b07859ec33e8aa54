// The table of analytics events in ClickHouse. Its columns have the names of exports.
import { parseUuid } from '#model/parse-uuid.ts';
import { createClickHouse, type ClickHouse, type ClickHouseSettings } from './clickhouse.ts';

export const clickHouseTable = 'analytics_events';

const scanTimeoutMs = 600_000;

export interface ClickHouseEvents {
  readonly name: string;
  /** Rows as JSON, one per line. Rows with the same key are stored once. */
  insert(rows: string, signal?: AbortSignal): Promise<void>;
  /** Adds `FORMAT JSONEachRow`. */
  read<Row>(statement: string, timeoutMs: number): AsyncGenerator<Row, void>;
  readAccountIds(): AsyncGenerator<string, void>;
  countEventsOf(accountIds: readonly string[]): Promise<number>;
  /** ClickHouse deletes in the background. Does nothing while it still deletes others. */
  deleteEventsOf(accountIds: readonly string[]): Promise<void>;
  /** Drops all days before this one and returns them. */
  dropDaysBefore(day: string): Promise<string[]>;
  /** Changes nothing: the first other call creates the table. */
  readState(): Promise<{ readonly version: string; readonly hasTable: boolean }>;
}

export function createClickHouseEvents(settings: ClickHouseSettings): ClickHouseEvents {
  const clickHouse = createClickHouse(settings);
  let created: Promise<void> | undefined;
  const open = async (): Promise<ClickHouse> => {
    created ??= clickHouse.run(createTableSql).catch((error: unknown) => {
      created = undefined;
      throw error;
    });
    await created;
    return clickHouse;
  };
  async function* read<Row>(statement: string, timeoutMs?: number): AsyncGenerator<Row, void> {
    const opened = await open();
    yield* opened.read<Row>(`${statement} FORMAT JSONEachRow`, timeoutMs === undefined ? {} : { timeoutMs });
  }
  const readCount = async (statement: string): Promise<number> => {
    for await (const { count } of read<{ count: number }>(statement)) return count;
    return 0;
  };
  return {
    name: clickHouse.name,
    insert: async (rows, signal) => {
      const opened = await open();
      try {
        await opened.run(`INSERT INTO ${clickHouseTable} FORMAT JSONEachRow`, { rows, signal });
      } catch (error) {
        // The table may have been dropped: the next call creates it.
        created = undefined;
        throw error;
      }
    },
    read,
    readAccountIds: async function* () {
      const found = read<{ AccountId: string }>(
        `SELECT DISTINCT toString(UserId) AS AccountId FROM ${clickHouseTable} WHERE isNotNull(UserId)`,
        scanTimeoutMs,
      );
      for await (const { AccountId } of found) yield AccountId;
    },
    countEventsOf: (accountIds) =>
      readCount(`SELECT count() AS count FROM ${clickHouseTable} WHERE ${isOwnedBy(accountIds)}`),
    deleteEventsOf: async (accountIds) => {
      const pending = await readCount(
        `SELECT count() AS count FROM system.mutations
         WHERE database = currentDatabase() AND table = '${clickHouseTable}' AND is_done = 0`,
      );
      if (pending === 0) await clickHouse.run(`ALTER TABLE ${clickHouseTable} DELETE WHERE ${isOwnedBy(accountIds)}`);
    },
    dropDaysBefore: async (day) => {
      const days: string[] = [];
      const partitions = read<{ partition: string }>(
        `SELECT DISTINCT partition FROM system.parts
         WHERE database = currentDatabase() AND table = '${clickHouseTable}' AND active = 1 ORDER BY partition`,
      );
      for await (const { partition } of partitions)
        if (/^\d{4}-\d{2}-\d{2}$/.test(partition) && partition < day) days.push(partition);
      for (const old of days) await clickHouse.run(`ALTER TABLE ${clickHouseTable} DROP PARTITION '${old}'`);
      return days;
    },
    readState: async () => {
      const states = clickHouse.read<{ version: string; tables: string | number }>(
        `SELECT version() AS version, count() AS tables FROM system.tables
         WHERE database = currentDatabase() AND name = '${clickHouseTable}' FORMAT JSONEachRow`,
      );
      for await (const { version, tables } of states) return { version, hasTable: Number(tables) > 0 };
      return { version: '', hasTable: false };
    },
  };
}

/** Ids are checked, because ClickHouse 18 has no parameters. */
export function isOwnedBy(accountIds: readonly string[]): string {
  const ids = accountIds.map((id) => {
    const parsed = parseUuid(id);
    if (parsed === undefined) throw new Error('An account id is not a UUID.');
    return `'${parsed}'`;
  });
  return `toString(UserId) IN (${ids.join(', ')})`;
}

const numbered = (prefix: string, count: number, type: string): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}${index + 1} Nullable(${type})`);

const columns = [
  'RowId UInt64',
  'Day Date',
  'ServerCreatedAtMs Int64',
  'CreatedAtMs Int64',
  // Empty if there is none: part of the key.
  'Game String',
  'UserId Nullable(UUID)',
  'SessionId String',
  'EventId Int32',
  'Platform Int32',
  'Build Int32',
  'EnvelopePlatform Int32',
  'BuildId Int32',
  ...numbered('I', 10, 'Int64'),
  ...numbered('F', 10, 'Float64'),
  ...numbered('S', 15, 'String'),
  ...numbered('J', 4, 'String'),
];

const createTableSql = `CREATE TABLE IF NOT EXISTS ${clickHouseTable} (${columns.join(', ')})
  ENGINE = ReplacingMergeTree() PARTITION BY Day ORDER BY (EventId, Game, ServerCreatedAtMs, RowId)`;
