import type { PageHead } from '#model/rendered-page.ts';
import { buildBreadcrumbs, buildItemList } from '#portal/pages/structured-data.ts';
import { choosePreviewPicture } from '#portal/pages/choose-preview-picture.ts';
import type { PageHeadContext } from '#portal/pages/public-page.ts';
import { getPortalName } from '#portal/runtime-config.ts';
import { browseGamesQuery } from './game-queries.ts';
import { readGameFilter, toGameSearch } from './search-address.ts';

export function buildGamesPageHead({ t, locale, config, queries, query, link }: PageHeadContext): PageHead {
  const portal = getPortalName(config);
  const games =
    queries.getQueryData(browseGamesQuery(toGameSearch(readGameFilter(query), locale)).queryKey)?.Games ?? [];
  const title = t('nav.games');
  return {
    title,
    description: t('head.games', { portal }),
    image: games[0] && choosePreviewPicture(games[0].WideArt, games[0].Title, [games[0].WidePicture]),
    structuredData: [
      buildBreadcrumbs([portal, link('/')], [title, link('/Games')]),
      buildItemList(games.map(({ GameSystemName }) => link(`/Games/${GameSystemName}`))),
    ],
  };
}
