import { fallbackLocale, chooseLocalizedText } from '#model/locale.ts';
import { isInMaintenance } from '#model/maintenance.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import { buildPlayAddress } from './game-paths.ts';

export async function listGames({ kysely }: Database, config: Config, now: Date): Promise<string[]> {
  const rows = await kysely
    .selectFrom('games')
    .leftJoin('builds', 'builds.game', 'games.game')
    .select(['games.game', 'games.published', 'games.config'])
    .select(({ fn }) => fn.max('builds.build_number').as('build'))
    .groupBy('games.game')
    .orderBy('games.position')
    .orderBy('games.game')
    .execute();
  return rows.map(({ game, published, config: { StorePage, PlayGameType, Url, Maintenance }, build }) =>
    [
      game,
      chooseLocalizedText(StorePage.Title, fallbackLocale),
      Url ?? PlayGameType,
      ...(build === null ? [] : [`build ${build}`]),
      ...(published ? [] : ['hidden']),
      ...(isInMaintenance(Maintenance, now) ? ['in maintenance'] : []),
      buildPlayAddress(config, game),
    ].join('  '),
  );
}
