// Serves public product pages, mainly for providers' crawlers: identical for every visitor, without cookies, redirects
// or scripts, and cacheable. The adapter supplies the contents of the head; the page is built here so that every text
// is escaped.
import type { FastifyInstance } from 'fastify';
import { fallbackLocale, chooseLocalizedText } from '#model/locale.ts';
import { Problem } from '#model/problem.ts';
import type { ProductPageParams, ProductPageMetaTags } from '#payments/port.server.ts';
import { resolveGameUrl } from '#server/features/games/public-game-config.ts';
import { formatPrice } from '#server/features/store/format-price.ts';
import { escapeHtml } from '#server/http/escape-html.ts';
import type { HeaderPolicy } from '#server/http/headers.ts';
import type { OrdersDeps } from '../orders-deps.ts';
import { buildProductPageAddress, findProductPage, productPagesPath } from './product-pages.ts';

export interface ProductPagesDeps extends Pick<OrdersDeps, 'database' | 'providers' | 'portalUrl'> {
  readonly gamesUrl: string;
  readonly policy: HeaderPolicy;
}

interface PageParams {
  readonly folder: string;
  readonly game: string;
  readonly sku: string;
  readonly price: string;
}

export function mountProductPages(app: FastifyInstance, deps: ProductPagesDeps): void {
  const { database, providers, portalUrl, gamesUrl, policy } = deps;
  const headers = { ...policy.of('asset'), 'cache-control': 'public, max-age=86400' };
  app.get<{ Params: PageParams }>(`/${productPagesPath}/:folder/:game/:sku/:price`, async ({ params }, reply) => {
    const { folder, game, sku, price } = params;
    const describe = providers.find((provider) => provider.folder === folder)?.adapter.productPage;
    const found = describe && (await findProductPage(database.kysely, game, sku, price));
    if (!found) throw new Problem('NotFound');
    const { currency, price_minor: amountMinor, image_url: imageUrl } = found;
    const product = {
      url: buildProductPageAddress(portalUrl, folder, found),
      name: chooseLocalizedText(found.names, fallbackLocale) || sku,
      description: chooseLocalizedText(found.descriptions, fallbackLocale),
      ...(imageUrl !== null && { imageUrl: resolveGameUrl(game, gamesUrl, imageUrl) }),
      amountMinor,
      currency,
    };
    return reply
      .headers(headers)
      .type('text/html; charset=utf-8')
      .send(renderProductPage(product, describe(product)));
  });
}

export function renderProductPage(product: ProductPageParams, { prefix, tags }: ProductPageMetaTags): string {
  const { url, name, description, amountMinor: minor, currency } = product;
  const metas = tags.map(
    ([property, content]) => `<meta property="${escapeHtml(property)}" content="${escapeHtml(content)}">`,
  );
  return `<!doctype html>
<html lang="${fallbackLocale}">
<head prefix="${escapeHtml(prefix)}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(name)}</title>
<link rel="canonical" href="${escapeHtml(url)}">
${metas.join('\n')}
</head>
<body>
<h1>${escapeHtml(name)}</h1>
<p>${escapeHtml(description)}</p>
<p>${escapeHtml(formatPrice({ minor, currency }, fallbackLocale))}</p>
</body>
</html>
`;
}
