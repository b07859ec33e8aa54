import { locales, type Locale } from '#model/locale.ts';
import type { Config } from '#server/config.ts';

export type SiteAddress = Pick<Config, 'publicUrl' | 'basePath'>;

/**
 * @param path without the base path
 * @param locale undefined: the reader's language
 */
export function buildPageUrl({ publicUrl, basePath }: SiteAddress, path: string, locale?: Locale): string {
  const url = new URL(basePath + path.slice(1), publicUrl);
  if (locale !== undefined) url.searchParams.set('lang', locale);
  return url.href;
}

/** By `hreflang` tag; `x-default` uses the browser's language. */
export function listLanguageAlternates(
  place: SiteAddress,
  path: string,
): readonly (readonly [tag: string, address: string])[] {
  return [
    ...locales.map((locale) => [toLanguageTag(locale), buildPageUrl(place, path, locale)] as const),
    ['x-default', buildPageUrl(place, path)],
  ];
}

/** The BCP 47 form: `pt-BR`. */
export const toLanguageTag = (locale: Locale): string => locale.replace(/-\w+$/, (region) => region.toUpperCase());
