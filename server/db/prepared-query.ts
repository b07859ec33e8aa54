// Prepared statements that each connection describes once. The driver asks for the description with every execution and
// rebuilds its parsers from it, which costs more than a small statement. PostgreSQL refuses a prepared statement whose
// columns have changed, so a description stays true as long as its connection lives.
//
// This is a query object as the driver allows it (`Submittable`, like pg-cursor): it sends its own messages, and the driver
// calls its `handle…` methods with the answers.
import { Query, type Connection, type FieldDef, type QueryResult } from 'pg';
import { typeParsers } from './type-parsers.ts';

export type QueryCallback = (error: Error | null, result?: QueryResult) => void;

export interface NamedStatement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

interface Column {
  readonly name: string;
  readonly parse: (text: string) => unknown;
}

interface KnownStatement {
  /** Undefined until the first execution; empty for statements without rows. */
  columns?: readonly Column[];
  emptyRow: Readonly<Record<string, unknown>>;
  /** Whether it was executed once, so that its name certainly stands for it. */
  isProved: boolean;
}

const knownBy = new WeakMap<Connection, Map<string, KnownStatement>>();

/** Runs several statements in one transaction and one round trip: if one fails, none takes effect. */
export class PreparedBatch extends Query {
  /** Set by the driver, which wraps it with its timeout. */
  declare callback: (error: Error | null, results?: QueryResult[]) => void;
  readonly statements: readonly NamedStatement[];
  readonly #executions: readonly Execution[];
  #answered = 0;
  #fault: Error | undefined;

  constructor(statements: readonly NamedStatement[], callback: PreparedBatch['callback']) {
    // The driver copies what it is given, so it gets only what a log or a trace needs.
    super({ text: statements[0]?.text ?? '' });
    this.statements = statements;
    this.callback = callback;
    this.#executions = statements.map((statement) => new Execution(statement));
  }

  /** Returns an error if the values cannot be sent; the driver reports it. */
  override submit = (connection: Connection): Error | null => {
    let parameters: (string | Buffer | null)[][];
    try {
      parameters = this.#executions.map(({ values }) => values.map(toParameter));
    } catch (error) {
      return error instanceof Error ? error : new Error('A value cannot be sent.', { cause: error });
    }
    const known = knownBy.get(connection) ?? new Map<string, KnownStatement>();
    knownBy.set(connection, known);
    connection.stream.cork();
    // After the queries behind it, so that all are written together.
    queueMicrotask(() => connection.stream.uncork());
    for (const [at, execution] of this.#executions.entries()) execution.send(connection, known, parameters[at] ?? []);
    // The only one: PostgreSQL runs what is sent before it as one transaction.
    connection.sync();
    return null;
  };

  handleRowDescription({ fields }: { readonly fields: readonly FieldDef[] }): void {
    this.#executions[this.#answered]?.describe(fields);
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    if (this.#fault) return;
    try {
      this.#executions[this.#answered]?.addRow(fields);
    } catch (error) {
      this.#fault = error instanceof Error ? error : new Error('A value cannot be read.', { cause: error });
    }
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.#executions[this.#answered]?.complete(text);
    this.#answered += 1;
  }

  handleReadyForQuery(): void {
    if (this.#fault) return this.callback(this.#fault);
    this.callback(
      null,
      this.#executions.map((execution) => execution.result()),
    );
  }

  handleError(error: Error, connection: Connection): void {
    // Whether they were parsed is unknown: the next execution parses them again.
    for (const execution of this.#executions.slice(this.#answered)) execution.forget(knownBy.get(connection));
    this.callback(error);
  }
}

export class PreparedQuery extends PreparedBatch {
  readonly name: string;

  constructor(name: string, text: string, values: readonly unknown[], callback: QueryCallback) {
    super([{ name, text, values }], (error, results) => callback(error, results?.[0]));
    this.name = name;
  }
}

/** One statement, from its messages to its rows. */
class Execution {
  readonly values: readonly unknown[];
  readonly #name: string;
  readonly #text: string;
  readonly #rows: object[] = [];
  #known: KnownStatement = { emptyRow: {}, isProved: false };
  #columns: readonly Column[] = [];
  #complete = '';

  constructor({ name, text, values }: NamedStatement) {
    this.values = values;
    this.#name = name;
    this.#text = text;
  }

  send(connection: Connection, statements: Map<string, KnownStatement>, values: (string | Buffer | null)[]): void {
    const known = statements.get(this.#name);
    if (!known) {
      // It may be left over from a failed execution; closing a nonexistent statement is harmless.
      connection.close({ type: 'S', name: this.#name }, true);
      connection.parse({ name: this.#name, text: this.#text, types: [] }, true);
    }
    this.#known = known ?? this.#known;
    this.#columns = this.#known.columns ?? [];
    statements.set(this.#name, this.#known);
    connection.bind({ statement: this.#name, values }, true);
    if (!this.#known.columns) connection.describe({ type: 'P', name: '' }, true);
    connection.execute({ portal: '' }, true);
  }

  describe(fields: readonly FieldDef[]): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({
      name,
      parse: typeParsers.getTypeParser(dataTypeID, 'text'),
    }));
    this.#known.columns = this.#columns;
    this.#known.emptyRow = Object.fromEntries(fields.map(({ name }) => [name, null]));
  }

  addRow(fields: readonly (string | null)[]): void {
    // A copy of a row with all names is faster than adding them one by one.
    const row: Record<string, unknown> = { ...this.#known.emptyRow };
    for (let at = 0; at < fields.length; at += 1) {
      const column = this.#columns[at];
      const text = fields[at];
      if (column && typeof text === 'string') row[column.name] = column.parse(text);
    }
    this.#rows.push(row);
  }

  complete(text: string): void {
    this.#complete = text;
    this.#known.isProved = true;
    this.#known.columns ??= [];
  }

  forget(statements: Map<string, KnownStatement> | undefined): void {
    if (!this.#known.isProved) statements?.delete(this.#name);
  }

  result(): QueryResult {
    const [command = ''] = this.#complete.split(' ', 1);
    const rowCount = Number(this.#complete.slice(this.#complete.lastIndexOf(' ') + 1));
    return { command, rowCount, oid: 0, fields: [], rows: this.#rows };
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
