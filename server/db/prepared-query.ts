// A prepared statement that each connection describes once. The driver asks for the description with every execution and
// rebuilds its parsers from it, which costs more than a small statement. PostgreSQL refuses a prepared statement whose
// columns have changed, so a description stays true as long as its connection lives.
//
// This is a query object as the driver allows it (`Submittable`, like pg-cursor): it sends its own messages, and the driver
// calls its `handle…` methods with the answers.
import { Query, type Connection, type FieldDef, type QueryResult } from 'pg';
import { typeParsers } from './type-parsers.ts';

export type QueryCallback = (error: Error | null, result?: QueryResult) => void;

interface Column {
  readonly name: string;
  readonly parse: (text: string) => unknown;
}

interface KnownStatement {
  /** Undefined until the first description, and for statements without rows. */
  columns?: readonly Column[];
  emptyRow: Readonly<Record<string, unknown>>;
  /** Whether it was executed once, so that its name certainly stands for it. */
  isProved: boolean;
}

const knownBy = new WeakMap<Connection, Map<string, KnownStatement>>();

export class PreparedQuery extends Query {
  /** Set by the driver, which wraps it with its timeout. */
  declare callback: QueryCallback;
  readonly name: string;
  readonly #text: string;
  readonly #values: readonly unknown[];
  readonly #rows: object[] = [];
  #known: KnownStatement | undefined;
  #columns: readonly Column[] = [];
  #emptyRow: Readonly<Record<string, unknown>> = {};
  #complete = '';
  #fault: Error | undefined;

  constructor(name: string, text: string, values: readonly unknown[], callback: QueryCallback) {
    super({ name, text });
    this.name = name;
    this.callback = callback;
    this.#text = text;
    this.#values = values;
  }

  /** Returns an error if the values cannot be sent; the driver reports it. */
  override submit = (connection: Connection): Error | null => {
    let values: (string | Buffer | null)[];
    try {
      values = this.#values.map(toParameter);
    } catch (error) {
      return error instanceof Error ? error : new Error('A value cannot be sent.', { cause: error });
    }
    const statements = knownBy.get(connection) ?? new Map<string, KnownStatement>();
    knownBy.set(connection, statements);
    const known = statements.get(this.name);
    connection.stream.cork();
    if (!known) {
      // It may be left over from a failed execution; closing a nonexistent statement is harmless.
      connection.close({ type: 'S', name: this.name }, true);
      connection.parse({ name: this.name, text: this.#text, types: [] }, true);
    }
    this.#known = known ?? { emptyRow: {}, isProved: false };
    this.#columns = this.#known.columns ?? [];
    this.#emptyRow = this.#known.emptyRow;
    statements.set(this.name, this.#known);
    connection.bind({ statement: this.name, values }, true);
    if (!this.#known.columns) connection.describe({ type: 'P', name: '' }, true);
    connection.execute({ portal: '' }, true);
    connection.sync();
    connection.stream.uncork();
    return null;
  };

  handleRowDescription({ fields }: { readonly fields: readonly FieldDef[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({
      name,
      parse: typeParsers.getTypeParser(dataTypeID, 'text'),
    }));
    this.#emptyRow = Object.fromEntries(fields.map(({ name }) => [name, null]));
    if (this.#known) Object.assign(this.#known, { columns: this.#columns, emptyRow: this.#emptyRow });
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    if (this.#fault) return;
    // A copy of a row with all names is faster than adding them one by one.
    const row: Record<string, unknown> = { ...this.#emptyRow };
    try {
      for (let at = 0; at < fields.length; at += 1) {
        const column = this.#columns[at];
        const text = fields[at];
        if (column && typeof text === 'string') row[column.name] = column.parse(text);
      }
      this.#rows.push(row);
    } catch (error) {
      this.#fault = error instanceof Error ? error : new Error('A value cannot be read.', { cause: error });
    }
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.#complete = text;
    if (this.#known) this.#known.isProved = true;
  }

  handleReadyForQuery(): void {
    if (this.#fault) return this.callback(this.#fault);
    const [command = ''] = this.#complete.split(' ', 1);
    const rowCount = Number(this.#complete.slice(this.#complete.lastIndexOf(' ') + 1));
    this.callback(null, { command, rowCount, oid: 0, fields: [], rows: this.#rows });
  }

  handleError(error: Error, connection: Connection): void {
    // Whether it was parsed is unknown: the next execution parses it again.
    if (this.#known?.isProved === false) knownBy.get(connection)?.delete(this.name);
    this.callback(error);
  }
}

/** As the driver sends values: objects as JSON, lists as lists of PostgreSQL. */
function toParameter(value: unknown): string | Buffer | null {
  if (value === null || value === undefined) return null;
  if (Buffer.isBuffer(value)) return value;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return `{${value.map(toElement).join(',')}}`;
  if (typeof value === 'object') return JSON.stringify(value);
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  throw new TypeError(`A ${typeof value} is no value for the database.`);
}

function toElement(value: unknown): string {
  if (Array.isArray(value)) return `{${value.map(toElement).join(',')}}`;
  const text = toParameter(value);
  if (text === null) return 'NULL';
  const escaped = Buffer.isBuffer(text) ? `\\\\x${text.toString('hex')}` : text.replaceAll(/["\\]/g, '\\$&');
  return `"${escaped}"`;
}
