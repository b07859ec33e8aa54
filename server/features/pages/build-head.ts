// Builds a page's head. Values may be untrusted: they are escaped here and nowhere else.
import { locales, type Locale } from '#model/locale.ts';
import type { PageHead } from '#model/rendered-page.ts';
import { escapeHtml } from '#server/http/escape-html.ts';
import { escapeScript } from '#server/http/escape-script.ts';
import { buildPageUrl, listLanguageAlternates, toLanguageTag, type SiteAddress } from './page-links.ts';

export interface PageHeadOptions {
  readonly place: SiteAddress;
  /** Path and query, without the base path. Undefined: search engines must not list the page. */
  readonly address?: string | undefined;
  readonly locale: Locale;
  readonly isLanguageAsked: boolean;
  readonly portalName: string;
  readonly styles?: readonly string[];
}

export function buildPageHead(head: PageHead, options: PageHeadOptions): string {
  const { place, address, locale, isLanguageAsked, styles = [] } = options;
  const description = head.description === undefined ? undefined : shorten(head.description);
  const imageUrl = head.image && URL.parse(head.image.url, place.publicUrl)?.href;
  const image = imageUrl === undefined ? undefined : { ...head.image, url: imageUrl };
  const lines = [
    `<title>${escapeHtml(head.title)}</title>`,
    ...styles.map((file) => `<link rel="stylesheet" crossorigin href="${escapeHtml(place.basePath + file)}">`),
    ...(description === undefined ? [] : [meta('name', 'description', description)]),
  ];
  if (address === undefined) return [...lines, meta('name', 'robots', 'noindex')].join('\n');
  const canonical = buildPageUrl(place, address, isLanguageAsked ? locale : undefined);
  const previews: [string, string | undefined][] = [
    ['og:title', head.title],
    ['og:description', description],
    ['og:type', head.type ?? 'website'],
    ['og:url', canonical],
    ['og:site_name', options.portalName],
    ['og:image', image?.url],
    ['og:image:width', image?.width?.toString()],
    ['og:image:height', image?.height?.toString()],
    ['og:image:alt', image?.alt],
    ['og:locale', toLanguageTag(locale).replace('-', '_')],
    ...locales
      .filter((other) => other !== locale)
      .map((other): [string, string] => ['og:locale:alternate', toLanguageTag(other).replace('-', '_')]),
  ];
  return [
    ...lines,
    `<link rel="canonical" href="${escapeHtml(canonical)}">`,
    ...listLanguageAlternates(place, address).map(
      ([tag, link]) => `<link rel="alternate" hreflang="${tag}" href="${escapeHtml(link)}">`,
    ),
    ...previews.flatMap(([name, content]) => (content === undefined ? [] : [meta('property', name, content)])),
    meta('name', 'twitter:card', imageUrl === undefined ? 'summary' : 'summary_large_image'),
    ...(head.structuredData && head.structuredData.length > 0 ? [buildFacts(head.structuredData)] : []),
  ].join('\n');
}

const meta = (attribute: 'name' | 'property', name: string, content: string): string =>
  `<meta ${attribute}="${name}" content="${escapeHtml(content)}">`;

const buildFacts = (facts: readonly object[]): string =>
  `<script type="application/ld+json">${escapeScript({ '@context': 'https://schema.org', '@graph': facts })}</script>`;

const maxLetters = 200;

/** Shortens at a word boundary to the length that previews show. */
function shorten(text: string): string {
  const plain = text.replaceAll(/\s+/g, ' ').trim();
  if (plain.length <= maxLetters) return plain;
  const cut = plain.slice(0, maxLetters);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), maxLetters / 2)).toWellFormed()}…`;
}
