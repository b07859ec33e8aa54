// Stores errors of games in groups by day. A group has a bounded size and a game a bounded number of groups, because
// anyone can send reports: forged ones must not fill the database.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { GameErrorKind } from '#model/game-error-report.ts';
import type { Database } from '#server/db/database.ts';
import { normalizeErrorText } from './normalize-error-text.ts';

export const maxGroupsPerDay = 200;
const maxNamesPerGroup = 20;
export const keptDays = 90;

export interface ReportedGameError {
  readonly kind: GameErrorKind;
  readonly message: string;
  readonly place: string;
  readonly count: number;
}

export async function storeGameErrors(
  { kysely }: Pick<Database, 'kysely'>,
  game: string,
  errors: readonly ReportedGameError[],
  { browser }: { readonly browser: string },
): Promise<void> {
  for (const error of errors) {
    const message = normalizeErrorText(error.message);
    const place = normalizeErrorText(error.place);
    const fingerprint = createHash('sha256').update(`${error.kind}\n${message}\n${place}`).digest('hex').slice(0, 32);
    await sql`
      with live as (
        select coalesce(max(build_number)::text, 'none') as build from builds where game = ${game} and url = '/'
      )
      insert into game_errors (game, day, fingerprint, kind, message, place, count, browsers, builds)
      select ${game}, current_date, ${fingerprint}, ${error.kind}, ${message}, ${place}, ${error.count}::int,
        jsonb_build_object(${browser}::text, ${error.count}::int), jsonb_build_object(live.build, ${error.count}::int)
      from live
      where exists (
          select from game_errors where game = ${game} and day = current_date and fingerprint = ${fingerprint}
        )
        or (select count(*) from game_errors where game = ${game} and day = current_date) < ${maxGroupsPerDay}
      on conflict (game, day, fingerprint) do update set
        count = least(game_errors.count::bigint + excluded.count, 2147483647)::int,
        last_at = now(),
        browsers = ${addCounts('browsers')},
        builds = ${addCounts('builds')}`.execute(kysely);
  }
}

/** Adds the one count of the new row to those of the group. */
function addCounts(column: 'browsers' | 'builds') {
  const [mine, added] = [sql.ref(`game_errors.${column}`), sql.ref(`excluded.${column}`)];
  const name = sql`(select jsonb_object_keys(${added}) limit 1)`;
  return sql`case
    when ${mine} ? ${name} or (select count(*) from jsonb_object_keys(${mine})) < ${maxNamesPerGroup}
    then ${mine} || jsonb_build_object(${name},
      least(coalesce((${mine} ->> ${name})::bigint, 0) + excluded.count, 2147483647))
    else ${mine} end`;
}

export async function removeOldGameErrors({ kysely }: Pick<Database, 'kysely'>): Promise<void> {
  await kysely
    .deleteFrom('game_errors')
    .where('day', '<', sql<string>`current_date - ${keptDays}::int`)
    .execute();
}
