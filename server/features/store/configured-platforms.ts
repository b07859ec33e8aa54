import type { Kysely } from 'kysely';
import type { Tables } from '#server/db/tables.ts';

/** The folders of the platforms with settings for the game or for the whole portal. */
export async function readConfiguredPlatforms(db: Kysely<Tables>, game: string): Promise<ReadonlySet<string>> {
  const settings = await db
    .selectFrom('adapter_settings')
    .select('adapter')
    .where('family', '=', 'platforms')
    .where((eb) => eb.or([eb('game', 'is', null), eb('game', '=', game)]))
    .execute();
  return new Set(settings.map(({ adapter }) => adapter));
}
