import { escapeHtml } from '#server/http/escape-html.ts';
import type { SitemapEntry } from './list-sitemap-entries.ts';
import { buildPageUrl, listLanguageAlternates, type SiteAddress } from './page-links.ts';

/** A file may have 50,000 addresses and 50 MB; with all languages an address takes about 2 kB. */
export const maxSitemapAddresses = 10_000;

/** Returns the index of its parts if it is too long for one file. */
export function buildSitemap(
  addresses: readonly SitemapEntry[],
  place: SiteAddress,
  most = maxSitemapAddresses,
): string {
  if (addresses.length <= most) return buildPart(addresses, place);
  const parts = Array.from({ length: Math.ceil(addresses.length / most) }, (_, at) => {
    const loc = escapeHtml(buildPageUrl(place, `/sitemap-${at + 1}.xml`));
    return `<sitemap><loc>${loc}</loc></sitemap>`;
  });
  return `${declaration}<sitemapindex xmlns="${namespace}">\n${parts.join('\n')}\n</sitemapindex>\n`;
}

/**
 * @param number from 1
 * @returns undefined if the part does not exist
 */
export function buildSitemapPart(
  addresses: readonly SitemapEntry[],
  place: SiteAddress,
  number: number,
  most = maxSitemapAddresses,
): string | undefined {
  const part = addresses.slice((number - 1) * most, number * most);
  return addresses.length > most && part.length > 0 ? buildPart(part, place) : undefined;
}

function buildPart(addresses: readonly SitemapEntry[], place: SiteAddress): string {
  const entries = addresses.map(({ path, changedAt }) => {
    const links = listLanguageAlternates(place, path).map(
      ([tag, address]) => `<xhtml:link rel="alternate" hreflang="${tag}" href="${escapeHtml(address)}"/>`,
    );
    const changed = changedAt === undefined ? '' : `<lastmod>${changedAt.toISOString()}</lastmod>`;
    return `<url><loc>${escapeHtml(buildPageUrl(place, path))}</loc>${changed}${links.join('')}</url>`;
  });
  return `${declaration}<urlset xmlns="${namespace}" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${entries.join('\n')}\n</urlset>\n`;
}

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';
