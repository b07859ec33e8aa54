// Formats of exported events. Both write while they read, so that memory is bounded whatever the size of a day.
import { ByteWriter, ParquetWriter, schemaFromColumnData, type BasicType } from 'hyparquet-writer';
import type { ExportedEvent } from './read-day-events.ts';

export const eventFormats = ['ndjson', 'parquet'] as const;
export type EventFormat = (typeof eventFormats)[number];

export const eventContentTypes: Readonly<Record<EventFormat, string>> = {
  ndjson: 'application/x-ndjson; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
};

export interface EventEncoder {
  /** Returns what can be written already. */
  encode(events: readonly ExportedEvent[]): Uint8Array;
  finish(): Uint8Array;
}

export const createEventEncoder = (format: EventFormat, rowGroup?: RowGroupLimits): EventEncoder =>
  format === 'parquet' ? createParquetEncoder(rowGroup) : createNdjsonEncoder();

/** Fields that are not there are left out. */
function createNdjsonEncoder(): EventEncoder {
  const toLine = ({ fields, ...event }: ExportedEvent): string => {
    const filled = Object.entries(event).filter(([, value]) => value !== null);
    return `${JSON.stringify({ ...Object.fromEntries(filled), ...fields })}\n`;
  };
  return {
    encode: (events) => Buffer.from(events.map(toLine).join('')),
    finish: () => new Uint8Array(),
  };
}

export interface RowGroupLimits {
  readonly rows: number;
  readonly bytes: number;
}

interface Column {
  readonly name: string;
  readonly type: BasicType;
  readonly nullable: boolean;
  readonly read: (event: ExportedEvent) => unknown;
}

const ownColumn = (name: Exclude<keyof ExportedEvent, 'fields'>, type: BasicType, nullable = false): Column => ({
  name,
  type,
  nullable,
  read: (event) => event[name],
});

const numberedColumns = (prefix: string, count: number, type: BasicType): Column[] =>
  Array.from({ length: count }, (_, index) => {
    const name = `${prefix}${index + 1}`;
    const read = ({ fields }: ExportedEvent): unknown => {
      const value = fields[name];
      if (value === undefined) return null;
      return type === 'INT64' ? BigInt(value) : value;
    };
    return { name, type, nullable: true, read };
  });

const columns: readonly Column[] = [
  ownColumn('Game', 'STRING', true),
  ownColumn('UserId', 'STRING', true),
  ownColumn('SessionId', 'STRING'),
  ownColumn('EventId', 'INT32'),
  ownColumn('CreatedAt', 'TIMESTAMP'),
  ownColumn('ServerCreatedAt', 'TIMESTAMP'),
  ownColumn('Platform', 'INT32'),
  ownColumn('Build', 'INT32'),
  ownColumn('EnvelopePlatform', 'INT32'),
  ownColumn('BuildId', 'INT32'),
  ...numberedColumns('I', 10, 'INT64'),
  ...numberedColumns('F', 10, 'DOUBLE'),
  ...numberedColumns('S', 15, 'STRING'),
  ...numberedColumns('J', 4, 'STRING'),
];

/** A row group is in memory until it is written. */
function createParquetEncoder(limits: RowGroupLimits = { rows: 50_000, bytes: 16_000_000 }): EventEncoder {
  const writer = new ByteWriter();
  const schema = schemaFromColumnData({
    columnData: columns.map(({ name, type, nullable }) => ({ name, type, nullable, data: [] })),
  });
  const file = new ParquetWriter({ writer, schema, createdBy: 'FxId' });
  let events: ExportedEvent[] = [];
  let bytes = 0;
  const writeGroup = (): void => {
    if (events.length === 0) return;
    const columnData = columns.map(({ name, type, nullable, read }) => ({
      name,
      type,
      nullable,
      data: events.map(read),
    }));
    void file.write({ columnData, rowGroupSize: events.length });
    events = [];
    bytes = 0;
  };
  const takeBytes = (): Uint8Array => {
    const taken = writer.getBytes().slice();
    writer.index = 0;
    return taken;
  };
  return {
    encode: (more) => {
      for (const event of more) {
        events.push(event);
        bytes += estimateBytes(event);
        if (events.length >= limits.rows || bytes >= limits.bytes) writeGroup();
      }
      return takeBytes();
    },
    finish: () => {
      writeGroup();
      void file.finish();
      return takeBytes();
    },
  };
}

function estimateBytes({ fields }: ExportedEvent): number {
  let bytes = 200;
  for (const name in fields) bytes += String(fields[name]).length;
  return bytes;
}
