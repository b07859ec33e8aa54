// Right and wrong claims about SQL, which the test of the checks must tell apart. Nothing runs this.
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { defineStatement } from '#server/db/define-statement.ts';
import type { Tables } from '#server/db/tables.ts';

export const correctClaims = (db: Kysely<Tables>, game: string, isNewest: boolean, which?: string) => [
  sql<{ name: string; email: string | null; created_at: Date }>`
    select name, email, created_at from accounts ${where(sql`created_at`)} order by ${isNewest ? newest : sql`name`}`.execute(
    db,
  ),
  sql<{ count: number }>`
    select count(*) as count from games where ${sql.join([sql`game = ${game}`, ...(which ? [sql`game <> ${which}`] : [])], sql` and `)}`.execute(
    db,
  ),
  db.selectFrom('games').select(sql<boolean>`published and game = ${game}`.as('is_shown')),
  defineStatement<{ game: string; at: Date }, { game: string; position: number }>(
    (places) => `select game, position ${ofGame(places)} and updated_at > ${places.at}`,
  ),
];

const newest = sql`created_at desc`;
const where = (column: RawBuilder<unknown>): RawBuilder<unknown> => sql`where ${column} > now()`;
const ofGame = ({ game }: { readonly game: string }): string => `from games where game = ${game}`;

export const wrongClaims = (db: Kysely<Tables>, table: string) => [
  sql<{ email: string }>`select email from accounts`.execute(db),
  sql<{ created_at: string }>`select created_at from accounts`.execute(db),
  sql<{ id: string }>`select account_id from accounts`.execute(db),
  sql<{ name: string }>`select name from acounts`.execute(db),
  sql<{ name: string }>`select c.name from games left join accounts c on c.name = game`.execute(db),
  sql`update accounts set nickname = ''`.execute(db),
  db.selectFrom('games').select(sql<string>`position + 1`.as('next')),
  db.selectFrom('games').select(({ fn }) => fn.countAll<string>().as('count')),
  defineStatement<{ game: string }, { position: string }>(
    ({ game }) => `select position from games where game = ${game}`,
  ),
  sql<{ game: string }>`select game from ${sql.table(table)}`.execute(db),
];
