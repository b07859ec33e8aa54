import type { PageHead } from '#model/rendered-page.ts';
import type { PageParts } from '#portal/pages/public-page.ts';
import { gamesQuery } from '#portal/queries/games-query.ts';
import { portalNameIn } from '#portal/runtime-config.ts';

export function describePortal({ t, locale, config, queries, link }: PageParts): PageHead {
  const portal = portalNameIn(config);
  const games = queries.getQueryData(gamesQuery(locale).queryKey) ?? [];
  const first = games.find(({ InMaintenance }) => !InMaintenance) ?? games[0];
  return {
    title: portal,
    description: t('head.portal', { portal }),
    image: first && { url: first.WideArt, alt: first.Title },
    facts: [{ '@type': 'WebSite', name: portal, url: link('/'), inLanguage: locale }],
  };
}
