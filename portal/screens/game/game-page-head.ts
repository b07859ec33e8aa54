import { chooseLocalizedText } from '#model/locale.ts';
import type { PageHead } from '#model/rendered-page.ts';
import { buildBreadcrumbs } from '#portal/pages/structured-data.ts';
import { choosePreviewPicture } from '#portal/pages/choose-preview-picture.ts';
import type { PageHeadContext } from '#portal/pages/public-page.ts';
import { gameConfigQuery } from '#portal/queries/game-config-query.ts';
import { getPortalName } from '#portal/runtime-config.ts';

export function buildGamePageHead({ params, t, locale, config, queries, link }: PageHeadContext): PageHead | undefined {
  const game = queries.getQueryData(gameConfigQuery(params['game'] ?? '').queryKey);
  if (!game) return undefined;
  const { StorePage, GameSystemName, SupportedLanguages, CompanyName } = game;
  const { Rating, RatingCount = 0 } = StorePage;
  const title = chooseLocalizedText(StorePage.Title, locale);
  const description = `${chooseLocalizedText(StorePage.Tagline, locale)} ${chooseLocalizedText(StorePage.Description, locale)}`;
  const address = link(`/Games/${GameSystemName}`);
  return {
    title,
    description,
    image: choosePreviewPicture(StorePage.WideArt, title, StorePage.Pictures),
    structuredData: [
      {
        '@type': ['VideoGame', 'WebApplication'],
        name: title,
        description,
        url: address,
        image: [StorePage.WideArt, ...StorePage.Screenshots],
        genre: StorePage.Genre,
        ...(CompanyName !== '' && { author: { '@type': 'Organization', name: CompanyName } }),
        gamePlatform: 'Web browser',
        operatingSystem: 'Any',
        applicationCategory: 'GameApplication',
        inLanguage: SupportedLanguages,
        ...(Rating !== undefined &&
          RatingCount > 0 && {
            aggregateRating: {
              '@type': 'AggregateRating',
              ratingValue: Rating,
              ratingCount: RatingCount,
              bestRating: 5,
            },
          }),
        offers: { '@type': 'Offer', price: 0, priceCurrency: 'USD', availability: 'https://schema.org/InStock' },
      },
      buildBreadcrumbs([getPortalName(config), link('/')], [t('nav.games'), link('/Games')], [title, address]),
    ],
  };
}
