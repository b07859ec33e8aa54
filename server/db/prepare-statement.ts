import type { Compilable, CompiledQuery, Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * A statement of a hot path, built once: building it costs more than sending it. The parameters take the places of those
 * that the statement was built with, in order.
 */
export function prepareStatement<Row>(
  db: Kysely<Tables>,
  statement: Compilable<Row>,
): (...parameters: readonly unknown[]) => Promise<Row[]> {
  const compiled = statement.compile();
  return async (...parameters) => {
    if (parameters.length !== compiled.parameters.length) {
      throw new Error(
        `The statement takes ${compiled.parameters.length} parameters and got ${parameters.length}: ${compiled.sql}`,
      );
    }
    // The driver asks for a mutable copy; the row's type is the one the statement was built with.
    const filled: CompiledQuery<Row> = { ...compiled, parameters };
    return (await db.executeQuery<Row>(filled)).rows;
  };
}
