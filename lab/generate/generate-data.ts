// Fills a database for load tests and benchmarks. PostgreSQL makes the rows itself (`insert … select`), in batches.
// Ids are derived from numbers, so a run that was interrupted can be repeated.
import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { generateAccounts } from './generate-accounts.ts';
import { generateEvents } from './generate-events.ts';
import { generateGames } from './generate-games.ts';
import { generateOrders } from './generate-orders.ts';

export interface DataSize {
  readonly games: number;
  readonly accounts: number;
  readonly orders: number;
  readonly events: number;
}

export interface GenerateOptions {
  readonly size: DataSize;
  readonly now: Date;
  readonly report: (line: string) => void;
}

export async function generateData(database: Database, { size, now, report }: GenerateOptions): Promise<void> {
  const parts = [
    { name: 'games', count: size.games, generate: generateGames },
    { name: 'accounts', count: size.accounts, generate: generateAccounts },
    { name: 'orders', count: size.orders, generate: generateOrders },
    { name: 'events', count: size.events, generate: generateEvents },
  ] as const;
  for (const { name, count, generate } of parts) {
    if (count === 0) continue;
    const begun = performance.now();
    await generate(database, {
      count,
      now,
      reportProgress: (done) => report(`${name}: ${done} of ${count}`),
    });
    report(`${name}: done in ${Math.round((performance.now() - begun) / 1000)} s`);
  }
  report('Updating the statistics of the query planner …');
  await sql`vacuum (analyze)`.execute(database.kysely);
}
