import pg from 'pg';

export async function countStatements<Result>(work: () => Promise<Result>): Promise<[Result, statements: number]> {
  const { prototype } = pg.Client;
  const query = Reflect.get(prototype, 'query') as (...given: unknown[]) => unknown;
  let statements = 0;
  const counting = function (this: pg.Client, ...given: unknown[]): unknown {
    statements += 1;
    return Reflect.apply(query, this, given);
  };
  Reflect.set(prototype, 'query', counting);
  try {
    return [await work(), statements];
  } finally {
    Reflect.set(prototype, 'query', query);
  }
}
