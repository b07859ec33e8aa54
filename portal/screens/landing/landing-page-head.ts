import type { PageHead } from '#model/rendered-page.ts';
import { choosePreviewPicture } from '#portal/pages/choose-preview-picture.ts';
import type { PageHeadContext } from '#portal/pages/public-page.ts';
import { getPortalName } from '#portal/runtime-config.ts';
import { shelvesQuery } from '../games/game-queries.ts';

export function buildLandingPageHead({ t, locale, config, queries, link }: PageHeadContext): PageHead {
  const portal = getPortalName(config);
  const shelves = queries.getQueryData(shelvesQuery(locale).queryKey);
  const first = shelves?.Games.find(({ GameSystemName }) => GameSystemName === shelves.Featured);
  return {
    title: portal,
    description: t('head.portal', { portal }),
    image: first && choosePreviewPicture(first.WideArt, first.Title, [first.WidePicture]),
    structuredData: [
      {
        '@type': 'WebSite',
        name: portal,
        url: link('/'),
        inLanguage: locale,
        potentialAction: {
          '@type': 'SearchAction',
          target: { '@type': 'EntryPoint', urlTemplate: searchAddress(link('/Games')) },
          'query-input': 'required name=words',
        },
      },
    ],
  };
}

/** `{words}` is a literal placeholder of the search action. */
const searchAddress = (games: string): string => `${games}${games.includes('?') ? '&' : '?'}q={words}`;
