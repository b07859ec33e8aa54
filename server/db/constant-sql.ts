import { sql, type RawBuilder } from 'kysely';

/**
 * A constant part that a statement of the query builder shares with a prepared one. The compiler accepts only text that
 * is written in the code, so nothing from outside can become SQL.
 */
export const constantSql = <Text extends string>(text: string extends Text ? never : Text): RawBuilder<unknown> =>
  sql.raw(text);
