// Statements of hot paths: written once, and planned once by each connection, in whatever transaction they run.
//
// They name their columns. A connection that has planned `*` refuses to go on as soon as a newer node adds a column.
import { hash } from 'node:crypto';
import { CompiledQuery, type Compilable, type Kysely, type PostgresPool, type PostgresPoolClient } from 'kysely';
import type { Pool, PoolClient, QueryResult } from 'pg';
import { PlannedQuery } from './planned-query.ts';
import type { Tables } from './tables.ts';

/** A text, and the values that it takes by name, in the order in which it wants them. */
export interface PreparedText<Parameters extends object, Row> {
  readonly text: string;
  readonly valuesOf: (parameters: Parameters) => unknown[];
  /** Of what type the rows are; never there. */
  readonly rows?: Row[];
}

/** Takes its values as an object of the type that the statement was defined with. */
export interface Statement<Parameters extends object, Row> extends PreparedText<Parameters, Row> {
  (db: Kysely<Tables>, parameters: Parameters): Promise<Row[]>;
}

/** The place of each value in the text, by its name. */
export type Places<Parameters extends object> = Readonly<Record<keyof Parameters & string, string>>;

/** @param write writes the text; where a value belongs it puts the place of that name, as often as it needs it */
export function defineStatement<Parameters extends object, Row = never>(
  write: (places: Places<Parameters>) => string,
): Statement<Parameters, Row> {
  const names: (keyof Parameters & string)[] = [];
  const placeOf = (name: keyof Parameters & string): string => {
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  };
  // Whatever it is asked for is a name of a parameter: the type has no others.
  const places = new Proxy({}, { get: (_, name) => placeOf(name as keyof Parameters & string) });
  const text = write(places as Places<Parameters>);
  const valuesOf = (parameters: Parameters): unknown[] => names.map((name) => parameters[name]);
  const run = (db: Kysely<Tables>, parameters: Parameters) => runPlanned<Row>(db, text, valuesOf(parameters));
  return Object.assign(run, { text, valuesOf });
}

/**
 * The same from a query builder, for `Database.prepare`. `build` puts the values that it is given where they belong; what they are
 * is known when the statement runs.
 */
export function compileStatement<Parameters extends object, Row>(
  build: (values: Readonly<Parameters>) => Compilable<Row>,
): PreparedText<Parameters, Row> {
  // In the place of each value stands its name. The builder looks into none of them.
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

/** For texts that others make. There must be few of them: each stays planned as long as its connection lives. */
export async function runPlanned<Row>(
  db: Kysely<Tables>,
  text: string,
  parameters: readonly unknown[],
): Promise<Row[]> {
  if (!names.has(text)) names.set(text, nameStatement(text));
  return (await db.executeQuery<Row>(CompiledQuery.raw(text, [...parameters]))).rows;
}

export const nameStatement = (text: string): string => hash('sha256', text, 'base64url');

/** The pool as Kysely takes it; what was defined here goes through it by name. */
export function createPlanningPool(pool: Pool): PostgresPool {
  const known = new WeakMap<PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect();
      const planning = known.get(client) ?? planningClient(client);
      known.set(client, planning);
      return planning;
    },
  };
}

const names = new Map<string, string>();

function planningClient(client: PoolClient): PostgresPoolClient {
  let isReadOnly = false;
  const noteReadOnly = (error: unknown): never => {
    isReadOnly ||= (error as { code?: unknown }).code === '25006';
    throw error;
  };
  const query = (text: string, values: readonly unknown[]) => run(text, values).catch(noteReadOnly);
  const run = (text: string, values: readonly unknown[]): Promise<QueryResult> => {
    const name = names.get(text);
    if (name === undefined) return client.query({ text, values: [...values] });
    const planned = new PlannedQuery(name, text, [...values]);
    return new Promise<QueryResult>((resolve, reject) => {
      const settle = (error: Error | null, result: QueryResult): void => (error ? reject(error) : resolve(result));
      // The driver takes a callback beside a query of one's own, and promises nothing.
      void client.query(planned as never, settle as never);
    });
  };
  return {
    // Kysely also declares cursors, which it uses only when its dialect was given some; ours was not.
    query: query as unknown as PostgresPoolClient['query'],
    // After a failover it leads to a standby for as long as it lives; the next one may lead to the new primary.
    release: (destroy) => client.release(destroy ?? isReadOnly),
  };
}
