// Prepared statements, for hot paths: each connection parses and plans them once, inside transactions and outside.
//
// They name their columns: PostgreSQL refuses a prepared `select *` as soon as a newer node adds a column.
import { hash } from 'node:crypto';
import { CompiledQuery, type Compilable, type Kysely, type PostgresPool, type PostgresPoolClient } from 'kysely';
import type { Pool, PoolClient, QueryResult } from 'pg';
import { PreparedQuery, type QueryCallback } from './prepared-query.ts';
import type { TraceStatement } from '#server/tracing/trace-statements.ts';
import type { Tables } from './tables.ts';
import { listWrittenTables } from './written-tables.ts';

export interface PreparedStatementText<Parameters extends object, Row> {
  readonly text: string;
  readonly valuesOf: (parameters: Parameters) => unknown[];
  /** Although it writes to tables that signal changes. Readers on this node then have nothing to wait for. */
  readonly sendsNoSignal?: true;
  /** Never set: it carries the type of the rows. */
  readonly rows?: Row[];
}

export interface Statement<Parameters extends object, Row> extends PreparedStatementText<Parameters, Row> {
  (db: Kysely<Tables>, parameters: Parameters): Promise<Row[]>;
}

/** The placeholder of each value (`$1`), by its name. */
type Placeholders<Parameters extends object> = Readonly<Record<keyof Parameters & string, string>>;

/** @param write writes the text, with the placeholder of a name where its value belongs */
export function defineStatement<Parameters extends object, Row = never>(
  write: (places: Placeholders<Parameters>) => string,
  options: { readonly sendsNoSignal?: true } = {},
): Statement<Parameters, Row> {
  const names: (keyof Parameters & string)[] = [];
  const placeOf = (name: keyof Parameters & string): string => {
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  };
  const places = new Proxy({}, { get: (_, name) => placeOf(name as keyof Parameters & string) });
  const text = write(places as Placeholders<Parameters>);
  const valuesOf = (parameters: Parameters): unknown[] => names.map((name) => parameters[name]);
  const run = (db: Kysely<Tables>, parameters: Parameters) => runPrepared<Row>(db, text, valuesOf(parameters));
  return Object.assign(run, { text, valuesOf, ...options });
}

/** The same from the query builder. `build` is called once, with placeholders instead of values. */
export function compileStatement<Parameters extends object, Row>(
  build: (values: Readonly<Parameters>) => Compilable<Row>,
): PreparedStatementText<Parameters, Row> {
  // The builder passes parameters on without looking at them.
  const named = new Proxy({}, { get: (_, name) => new NamedValue(name) });
  const { sql: text, parameters } = build(named as Parameters).compile();
  return {
    text,
    valuesOf: (values) =>
      parameters.map((each) => (each instanceof NamedValue ? values[each.name as keyof Parameters] : each)),
  };
}

class NamedValue {
  readonly name: string | symbol;
  constructor(name: string | symbol) {
    this.name = name;
  }
}

/** For texts from elsewhere. There must be few: each stays prepared as long as its connection lives. */
export async function runPrepared<Row>(
  db: Kysely<Tables>,
  text: string,
  parameters: readonly unknown[],
): Promise<Row[]> {
  getStatementName(text);
  return (await db.executeQuery<Row>(CompiledQuery.raw(text, [...parameters]))).rows;
}

/** From then on Kysely prepares the statement as well. */
export function getStatementName(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = hash('sha256', text, 'base64url');
  names.set(text, name);
  return name;
}

/**
 * The pool as Kysely takes it, which prepares the statements that are defined here.
 * @param onWrite called with a table after a statement has written to it, and again after the commit
 */
export function createPreparingPool(
  pool: Pool,
  onWrite: (table: string) => void,
  traceStatement?: TraceStatement,
): PostgresPool {
  const known = new WeakMap<PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect();
      const preparing = known.get(client) ?? prepareOn(client, onWrite, traceStatement);
      known.set(client, preparing);
      return preparing;
    },
  };
}

const names = new Map<string, string>();

const readOnlyTransaction = '25006';

function prepareOn(
  client: PoolClient,
  onWrite: (table: string) => void,
  traceStatement: TraceStatement | undefined,
): PostgresPoolClient {
  let isReadOnly = false;
  const written = new Set<string>();
  const noteWrites = (text: string): void => {
    if (text === 'commit') {
      for (const table of written) onWrite(table);
      written.clear();
    }
    for (const table of listWrittenTables(text)) {
      written.add(table);
      onWrite(table);
    }
  };
  const query = (text: string, given: readonly unknown[]): Promise<QueryResult> =>
    new Promise<QueryResult>((resolve, reject) => {
      const name = names.get(text);
      const values = [...given];
      const settle: QueryCallback = (error, result) => {
        if (!error && result) {
          noteWrites(text);
          return resolve(result);
        }
        isReadOnly ||= error !== null && 'code' in error && error.code === readOnlyTransaction;
        reject(error);
      };
      if (name === undefined) client.query({ text, values }, settle);
      else client.query(new PreparedQuery(name, text, values, settle));
    });
  const traced: typeof query = traceStatement ? (text, given) => traceStatement(text, () => query(text, given)) : query;
  return {
    // Kysely also declares cursors, which it uses only if its dialect was given some; ours was not.
    query: traced as unknown as PostgresPoolClient['query'],
    // After a failover this connection stays on a standby; a new one may reach the new primary.
    release: (destroy) => client.release(destroy ?? isReadOnly),
  };
}
