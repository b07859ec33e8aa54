import type { PageHead } from '#model/rendered-page.ts';
import { breadcrumbs, listOf } from '#portal/pages/facts.ts';
import type { PageParts } from '#portal/pages/public-page.ts';
import { gamesQuery } from '#portal/queries/games-query.ts';
import { portalNameIn } from '#portal/runtime-config.ts';

export function describeGames({ t, locale, config, queries, link }: PageParts): PageHead {
  const portal = portalNameIn(config);
  const games = queries.getQueryData(gamesQuery(locale).queryKey) ?? [];
  const title = t('nav.games');
  return {
    title,
    description: t('head.games', { portal }),
    image: games[0] && { url: games[0].WideArt, alt: games[0].Title },
    facts: [
      breadcrumbs([portal, link('/')], [title, link('/Games')]),
      listOf(games.slice(0, mostListed).map(({ GameSystemName }) => link(`/Games/${GameSystemName}`))),
    ],
  };
}

const mostListed = 24;
