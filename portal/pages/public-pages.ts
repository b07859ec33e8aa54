// The pages that the server renders. Their screens are in portal/screens/, next to the functions for their metadata.
import { findPortalPage } from '#model/portal-pages.ts';
import { documentsQuery } from '#portal/queries/documents-query.ts';
import { gameConfigQuery } from '#portal/queries/game-config-query.ts';
import { newsItemQuery, newsQuery } from '#portal/queries/news-query.ts';
import { productsQuery, storeAvailabilityQuery } from '#portal/queries/products-query.ts';
import { buildDocumentPageHead } from '#portal/screens/document/document-page-head.ts';
import { buildGamePageHead } from '#portal/screens/game/game-page-head.ts';
import {
  gameDetailsQuery,
  browseGamesQuery,
  gameCategoriesQuery,
  shelvesQuery,
} from '#portal/screens/games/game-queries.ts';
import { readGameFilter, toGameSearch } from '#portal/screens/games/search-address.ts';
import { buildGamesPageHead } from '#portal/screens/games/games-page-head.ts';
import { buildLandingPageHead } from '#portal/screens/landing/landing-page-head.ts';
import { buildNewsPageHead, buildNewsItemPageHead } from '#portal/screens/news/news-page-head.ts';
import { buildStorePageHead } from '#portal/screens/store/store-page-head.ts';
import type { PageHeadContext, PublicPage } from './public-page.ts';

const game = ({ params }: PageHeadContext): string => params['game'] ?? '';
const document = { screen: 'screens/document/DocumentPage.tsx', head: buildDocumentPageHead };

const publicPages: readonly PublicPage[] = [
  { path: '/', ask: ({ locale }) => [shelvesQuery(locale), newsQuery({}, locale)], head: buildLandingPageHead },
  {
    path: '/Games',
    screen: 'screens/games/Games.tsx',
    query: ['q', 'genre', 'tag', 'screen', 'sort', 'page'],
    ask: ({ locale, query }) => [browseGamesQuery(toGameSearch(readGameFilter(query), locale)), gameCategoriesQuery()],
    head: buildGamesPageHead,
  },
  {
    path: '/Games/:game',
    screen: 'screens/game/Game.tsx',
    perCountry: true,
    ask: (parts) => [
      gameConfigQuery(game(parts)),
      gameDetailsQuery(game(parts), parts.locale),
      newsQuery({ game: game(parts) }, parts.locale),
      storeAvailabilityQuery(game(parts)),
    ],
    head: buildGamePageHead,
  },
  {
    path: '/Store/:game',
    screen: 'screens/store/Store.tsx',
    perCountry: true,
    ask: (parts) => [gameConfigQuery(game(parts)), productsQuery(game(parts), parts.locale)],
    head: buildStorePageHead,
  },
  {
    path: '/News',
    screen: 'screens/news/News.tsx',
    query: ['tag'],
    ask: ({ locale, query }) => [newsQuery({ tag: query.get('tag') ?? undefined }, locale)],
    head: buildNewsPageHead,
  },
  {
    path: '/Games/:game/News',
    screen: 'screens/news/News.tsx',
    query: ['tag'],
    ask: (parts) => [
      gameConfigQuery(game(parts)),
      newsQuery({ game: game(parts), tag: parts.query.get('tag') ?? undefined }, parts.locale),
    ],
    head: buildNewsPageHead,
  },
  {
    path: '/News/:id',
    screen: 'screens/news/NewsItemPage.tsx',
    ask: ({ params, locale }) => [newsItemQuery(params['id'] ?? '', locale)],
    head: buildNewsItemPageHead,
  },
  { path: '/Docs/:doc', query: ['version'], ask: () => [documentsQuery(0, undefined)], ...document },
  {
    path: '/Docs/:game/:doc',
    query: ['version'],
    ask: (parts) => [gameConfigQuery(game(parts)), documentsQuery(0, game(parts))],
    ...document,
  },
  {
    path: '/Docs/:game/:adapter/:doc',
    query: ['version'],
    ask: (parts) => [gameConfigQuery(game(parts)), documentsQuery(0, game(parts))],
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
