// Studios and their games. A game belongs to at most one studio.
import type { Kysely, Transaction } from 'kysely';
import { Problem } from '#model/problem.ts';
import { requireGame } from '#server/db/require-game.ts';
import type { Tables } from '#server/db/tables.ts';
import type { RecordChange } from '#server/features/audit-log/audit-log.ts';

export interface Studio {
  readonly studio: string;
  readonly name: string;
  readonly isTrusted: boolean;
  readonly games: readonly string[];
  readonly createdAt: Date;
}

export async function listStudios(db: Kysely<Tables> | Transaction<Tables>): Promise<Studio[]> {
  const [studios, games] = [
    await db.selectFrom('studios').selectAll().orderBy('studio').execute(),
    await db.selectFrom('studio_games').selectAll().orderBy('game').execute(),
  ];
  return studios.map(({ studio, name, is_trusted, created_at }) => ({
    studio,
    name,
    isTrusted: is_trusted,
    games: games.filter((each) => each.studio === studio).map(({ game }) => game),
    createdAt: created_at,
  }));
}

export interface StudioChange extends Omit<Studio, 'createdAt'> {
  readonly reason?: string | undefined;
}

/** Creates or changes a studio; `games` are all of its games. False: nothing changed. */
export async function saveStudio(
  trx: Transaction<Tables>,
  { studio, name, isTrusted, games: given, reason }: StudioChange,
  record: RecordChange,
): Promise<boolean> {
  const games = [...new Set(given)].toSorted();
  for (const game of games) await requireGame(trx, game);
  const inserted = await trx
    .insertInto('studios')
    .values({ studio, name, is_trusted: isTrusted })
    .onConflict((conflict) => conflict.doNothing())
    .returning('studio')
    .executeTakeFirst();
  const row = await trx
    .selectFrom('studios')
    .selectAll()
    .where('studio', '=', studio)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const before = (
    await trx.selectFrom('studio_games').select('game').where('studio', '=', studio).orderBy('game').execute()
  ).map(({ game }) => game);
  const after = { Name: name, IsTrusted: isTrusted, Games: games };
  const known = { Name: row.name, IsTrusted: row.is_trusted, Games: before };
  if (!inserted && JSON.stringify(known) === JSON.stringify(after)) return false;
  await trx.updateTable('studios').set({ name, is_trusted: isTrusted }).where('studio', '=', studio).execute();
  const gone = before.filter((game) => !games.includes(game));
  if (gone.length > 0) await trx.deleteFrom('studio_games').where('game', 'in', gone).execute();
  for (const game of games.filter((each) => !before.includes(each))) await addGame(trx, studio, game);
  await record(trx, { object: { kind: 'studio', id: studio }, ...(!inserted && { before: known }), after, reason });
  return true;
}

async function addGame(trx: Transaction<Tables>, studio: string, game: string): Promise<void> {
  const added = await trx
    .insertInto('studio_games')
    .values({ studio, game })
    .onConflict((conflict) => conflict.doNothing())
    .returning('game')
    .executeTakeFirst();
  if (!added) throw new Problem('Conflict', `The game ${game} belongs to another studio.`);
}
