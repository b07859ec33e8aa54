import type { PageHead } from '#model/rendered-page.ts';
import { buildBreadcrumbs, buildItemList } from '#portal/pages/structured-data.ts';
import { choosePreviewPicture } from '#portal/pages/choose-preview-picture.ts';
import type { PageParts } from '#portal/pages/public-page.ts';
import { portalNameIn } from '#portal/runtime-config.ts';
import { browseQuery } from './game-queries.ts';
import { readGameFilter, toGameSearch } from './search-address.ts';

export function describeGames({ t, locale, config, queries, query, link }: PageParts): PageHead {
  const portal = portalNameIn(config);
  const games = queries.getQueryData(browseQuery(toGameSearch(readGameFilter(query), locale)).queryKey)?.Games ?? [];
  const title = t('nav.games');
  return {
    title,
    description: t('head.games', { portal }),
    image: games[0] && choosePreviewPicture(games[0].WideArt, games[0].Title, [games[0].WidePicture]),
    facts: [
      buildBreadcrumbs([portal, link('/')], [title, link('/Games')]),
      buildItemList(games.map(({ GameSystemName }) => link(`/Games/${GameSystemName}`))),
    ],
  };
}
