import { chooseLocalizedText } from '#model/locale.ts';
import type { PageHead } from '#model/rendered-page.ts';
import { buildBreadcrumbs } from '#portal/pages/structured-data.ts';
import { choosePreviewPicture } from '#portal/pages/choose-preview-picture.ts';
import type { PageHeadContext } from '#portal/pages/public-page.ts';
import { gameConfigQuery } from '#portal/queries/game-config-query.ts';
import { productsQuery } from '#portal/queries/products-query.ts';
import { getPortalName } from '#portal/runtime-config.ts';

export function buildStorePageHead({
  params,
  t,
  locale,
  config,
  queries,
  link,
}: PageHeadContext): PageHead | undefined {
  const name = params['game'] ?? '';
  const game = queries.getQueryData(gameConfigQuery(name).queryKey);
  if (!game) return undefined;
  const products = queries.getQueryData(productsQuery(name, locale).queryKey)?.Products ?? [];
  const title = chooseLocalizedText(game.StorePage.Title, locale);
  const portal = getPortalName(config);
  const address = link(`/Store/${name}`);
  const isOpen = Object.values(game.Store).includes(true);
  return {
    title: `${t('screen.store')}: ${title}`,
    description: t('head.store', { game: title, portal }),
    image: choosePreviewPicture(game.StorePage.WideArt, title, game.StorePage.Pictures),
    structuredData: [
      // A single-game site has no page of the game.
      buildBreadcrumbs(
        [portal, link('/')],
        ...(config.game === undefined ? ([[title, link(`/Games/${name}`)]] as const) : []),
        [t('screen.store'), address],
      ),
      ...(isOpen ? products : []).map((product) => ({
        '@type': 'Product',
        name: product.ProductName,
        description: product.ProductDescription,
        sku: product.Sku,
        image: product.ImageUrl ?? game.StorePage.SquareArt,
        offers: {
          '@type': 'Offer',
          url: address,
          price: product.Price,
          priceCurrency: product.Currency,
          availability: 'https://schema.org/InStock',
        },
      })),
    ],
  };
}
