import type { Database } from '#server/db/database.ts';
import { createGamesReader, type StoredGame } from '#server/features/games/read-games.ts';

export interface SitemapEntry {
  readonly path: string;
  readonly changedAt?: Date | undefined;
}

export interface SitemapOptions {
  readonly routerType: 'browser' | 'hash';
  readonly fixedGame: string | undefined;
}

export async function listSitemapEntries(
  database: Database,
  { routerType, fixedGame }: SitemapOptions,
): Promise<SitemapEntry[]> {
  // The server can't see addresses behind a hash.
  if (routerType === 'hash') return [{ path: '/' }];
  const [all, sellers, documents, news] = await Promise.all([
    createGamesReader(database).readGames(),
    readSellers(database),
    readDocuments(database),
    readNews(database),
  ]);
  const games = all.filter(({ game }) => fixedGame === undefined || game === fixedGame);
  const changedAt = latest(games.map(({ updated_at }) => updated_at));
  return [
    { path: '/', changedAt },
    ...(fixedGame === undefined ? [{ path: '/Games', changedAt }, ...games.map(listGame)] : []),
    ...games.filter((game) => sells(game, sellers)).map(({ game, updated_at }) => listStore(game, updated_at)),
    ...(news.length === 0 ? [] : [{ path: '/News', changedAt: news[0]?.created_at }]),
    ...news.map(({ news_id, created_at }) => ({ path: `/News/${news_id}`, changedAt: created_at })),
    ...documents.map(({ type, changed_at }) => ({ path: `/Docs/${type.toLowerCase()}`, changedAt: changed_at })),
  ];
}

const listGame = ({ game, updated_at }: StoredGame): SitemapEntry => ({
  path: `/Games/${game}`,
  changedAt: updated_at,
});
const listStore = (game: string, changedAt: Date): SitemapEntry => ({ path: `/Store/${game}`, changedAt });

const sells = ({ game, config }: StoredGame, sellers: ReadonlySet<string>): boolean =>
  sellers.has(game) && Object.values(config.Store).includes(true);

async function readSellers({ kysely }: Database): Promise<ReadonlySet<string>> {
  const rows = await kysely
    .selectFrom('products')
    .select('game')
    .distinct()
    .where('show_in_web_store', 'is', true)
    .execute();
  return new Set(rows.map(({ game }) => game));
}

const readDocuments = ({ kysely }: Database) =>
  kysely
    .selectFrom('documents')
    .innerJoin('document_versions', 'document_versions.document_id', 'documents.document_id')
    .select(({ fn }) => ['documents.type', fn.max('document_versions.created_at').as('changed_at')])
    .where('documents.game', 'is', null)
    .where('documents.is_active', 'is', true)
    .groupBy('documents.type')
    .orderBy('documents.type', 'desc')
    .execute();

/** Only the newest; crawlers reach older ones from there. */
const readNews = ({ kysely }: Database) =>
  kysely
    .selectFrom('news')
    .select(['news_id', 'created_at'])
    .orderBy('created_at', 'desc')
    .orderBy('news_id')
    .limit(maxNews)
    .execute();

const maxNews = 1000;

function latest(times: readonly Date[]): Date | undefined {
  return times.reduce<Date | undefined>((last, time) => (last && last >= time ? last : time), undefined);
}
