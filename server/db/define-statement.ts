// Statements of hot paths: written once, and planned once by each connection, in whatever transaction they run.
//
// They name their columns. A connection that has planned `*` refuses to go on as soon as a newer node adds a column.
import { hash } from 'node:crypto';
import { CompiledQuery, type Kysely, type PostgresPool, type PostgresPoolClient } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import type { Tables } from './tables.ts';

export type Statement<Parameters extends readonly unknown[], Row> = (
  db: Kysely<Tables>,
  ...parameters: Parameters
) => Promise<Row[]>;

/** @param text with $1, $2 … in the order of the parameters */
export function defineStatement<Parameters extends readonly unknown[], Row = never>(
  text: string,
): Statement<Parameters, Row> {
  return (db, ...parameters) => runPlanned<Row>(db, text, parameters);
}

/** For texts that others make. There must be few of them: each stays planned as long as its connection lives. */
export async function runPlanned<Row>(
  db: Kysely<Tables>,
  text: string,
  parameters: readonly unknown[],
): Promise<Row[]> {
  if (!names.has(text)) names.set(text, statementName(text));
  return (await db.executeQuery<Row>(CompiledQuery.raw(text, [...parameters]))).rows;
}

export const statementName = (text: string): string => hash('sha256', text, 'base64url');

/** The pool as Kysely takes it; what was defined here goes through it by name. */
export function planningPool(pool: Pool): PostgresPool {
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
  const query = (text: string, values: readonly unknown[]) => {
    const name = names.get(text);
    return client.query({ text, values: [...values], ...(name !== undefined && { name }) });
  };
  return {
    // Kysely also declares cursors, which it uses only when its dialect was given some; ours was not.
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy),
  };
}
