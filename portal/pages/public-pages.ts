// The pages that the server renders. Their screens are in portal/screens/, next to the functions for their metadata.
import { findPortalPage } from '#model/portal-pages.ts';
import { documentsQuery } from '#portal/queries/documents-query.ts';
import { gameQuery } from '#portal/queries/game-query.ts';
import { newsItemQuery, newsQuery } from '#portal/queries/news-query.ts';
import { productsQuery, storeAvailabilityQuery } from '#portal/queries/products-query.ts';
import { describeDocument } from '#portal/screens/document/describe-document.ts';
import { describeGame } from '#portal/screens/game/describe-game.ts';
import {
  gameDetailsQuery,
  browseGamesQuery,
  gameCategoriesQuery,
  shelvesQuery,
} from '#portal/screens/games/game-queries.ts';
import { readGameFilter, toGameSearch } from '#portal/screens/games/search-address.ts';
import { describeGames } from '#portal/screens/games/describe-games.ts';
import { describePortal } from '#portal/screens/landing/describe-portal.ts';
import { describeNews, describeNewsItem } from '#portal/screens/news/describe-news.ts';
import { describeStore } from '#portal/screens/store/describe-store.ts';
import type { PageHeadContext, PublicPage } from './public-page.ts';

const game = ({ params }: PageHeadContext): string => params['game'] ?? '';
const document = { screen: 'screens/document/DocumentPage.tsx', head: describeDocument };

const publicPages: readonly PublicPage[] = [
  { path: '/', ask: ({ locale }) => [shelvesQuery(locale), newsQuery({}, locale)], head: describePortal },
  {
    path: '/Games',
    screen: 'screens/games/Games.tsx',
    query: ['q', 'genre', 'tag', 'screen', 'sort', 'page'],
    ask: ({ locale, query }) => [browseGamesQuery(toGameSearch(readGameFilter(query), locale)), gameCategoriesQuery()],
    head: describeGames,
  },
  {
    path: '/Games/:game',
    screen: 'screens/game/Game.tsx',
    perCountry: true,
    ask: (parts) => [
      gameQuery(game(parts)),
      gameDetailsQuery(game(parts), parts.locale),
      newsQuery({ game: game(parts) }, parts.locale),
      storeAvailabilityQuery(game(parts)),
    ],
    head: describeGame,
  },
  {
    path: '/Store/:game',
    screen: 'screens/store/Store.tsx',
    perCountry: true,
    ask: (parts) => [gameQuery(game(parts)), productsQuery(game(parts), parts.locale)],
    head: describeStore,
  },
  {
    path: '/News',
    screen: 'screens/news/News.tsx',
    query: ['tag'],
    ask: ({ locale, query }) => [newsQuery({ tag: query.get('tag') ?? undefined }, locale)],
    head: describeNews,
  },
  {
    path: '/Games/:game/News',
    screen: 'screens/news/News.tsx',
    query: ['tag'],
    ask: (parts) => [
      gameQuery(game(parts)),
      newsQuery({ game: game(parts), tag: parts.query.get('tag') ?? undefined }, parts.locale),
    ],
    head: describeNews,
  },
  {
    path: '/News/:id',
    screen: 'screens/news/NewsPage.tsx',
    ask: ({ params, locale }) => [newsItemQuery(params['id'] ?? '', locale)],
    head: describeNewsItem,
  },
  { path: '/Docs/:doc', query: ['version'], ask: () => [documentsQuery(0, undefined)], ...document },
  {
    path: '/Docs/:game/:doc',
    query: ['version'],
    ask: (parts) => [gameQuery(game(parts)), documentsQuery(0, game(parts))],
    ...document,
  },
  {
    path: '/Docs/:game/:adapter/:doc',
    query: ['version'],
    ask: (parts) => [gameQuery(game(parts)), documentsQuery(0, game(parts))],
    ...document,
  },
];

export function findPublicPage(
  pathname: string,
): { readonly page: PublicPage; readonly params: PageHeadContext['params'] } | undefined {
  const found = findPortalPage(pathname, 'portal');
  const page = found && publicPages.find(({ path }) => path === found.page.path);
  return found && page && { page, params: found.params };
}
