// Players with a sign-in method and two games each. Every fifth has a session, every fourth ten friends.
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { inBatches, type PartOptions } from './in-batches.ts';

export const generatedMailDomain = 'generated.example';

/** The id of the generated account with this number, in SQL. */
export const generatedAccountId = (number: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`md5('account ' || ${number})::uuid`;

const gamesPerAccount = 2;
/** Among accounts with friends, each is a friend of the next ones: five in both directions are ten. */
const friendsAhead = 5;
const friendsEvery = 4;

export async function generateAccounts(database: Database, options: PartOptions): Promise<void> {
  const { now, count } = options;
  const { rows: games } = await sql<{ game: string }>`select game from games order by game`.execute(database.kysely);
  if (games.length === 0) throw new Error('The database has no game. Add one, or start the lab once.');
  const names = games.map(({ game }) => game);
  await inBatches(database, options, { size: 20_000, isConsistent: true }, async (trx, first, last) => {
    const numbers = sql`generate_series(${first}::integer, ${last}::integer) as n`;
    const id = generatedAccountId(sql.ref('n'));
    await sql`
      insert into accounts (account_id, name, email, email_validated, locale, geo_country, findable, created_at)
      select ${id}, 'Player ' || n, 'player-' || n || ${`@${generatedMailDomain}`}, n % 5 > 0,
        (array['en', 'de', 'fr', 'pl', 'ru'])[1 + n % 5], (array['USA', 'DEU', 'FRA', 'POL', 'BRA'])[1 + n % 5],
        n % 3 = 0, ${now}::timestamptz - (n % 700) * interval '1 day'
      from ${numbers} on conflict do nothing`.execute(trx);
    await sql`
      insert into social_identities (identity_id, type, external_id, account_id, created_at)
      select md5('identity ' || n)::uuid, 'Google', 'generated-' || n, ${id},
        ${now}::timestamptz - (n % 700) * interval '1 day'
      from ${numbers} on conflict do nothing`.execute(trx);
    // The tokens of these sessions are unknown, so no one can use them.
    await sql`
      insert into sessions (session_id, token_hash, account_id, begun_by, created_at, last_seen_at)
      select md5('session ' || n)::uuid, sha256(gen_random_uuid()::text::bytea), ${id}, 'Google',
        ${now}::timestamptz - (n % 30) * interval '1 day', ${now}::timestamptz - (n % 7) * interval '1 day'
      from ${numbers} where n % 5 = 0 on conflict do nothing`.execute(trx);
    await sql`
      insert into connected_games (account_id, game, game_uid, connected_at, last_played_at, plays)
      select ${id}, (${names}::text[])[1 + (n * 7 + each * 13) % ${names.length}], 'generated-' || n || '-' || each,
        ${now}::timestamptz - (n % 700) * interval '1 day', ${now}::timestamptz - (n % 60) * interval '1 day', n % 40
      from ${numbers} cross join generate_series(1, ${Math.min(gamesPerAccount, names.length)}) as each
      on conflict do nothing`.execute(trx);
    await sql`
      insert into friends (account_id, friend_account_id, created_at)
      select ${generatedAccountId(sql`pair.a`)}, ${generatedAccountId(sql`pair.b`)}, ${now}
      from ${numbers} cross join generate_series(1, ${friendsAhead}) as ahead,
        lateral (values (n, n - ${friendsEvery} * ahead), (n - ${friendsEvery} * ahead, n)) as pair (a, b)
      where n % ${friendsEvery} = 0 and n - ${friendsEvery} * ahead > 0 and n <= ${count}
      on conflict do nothing`.execute(trx);
  });
}
