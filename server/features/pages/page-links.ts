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
  const url = new URL(buildPageUrl(place, path));
  const withoutLanguage = url.href;
  return [
    ...locales.map((locale) => {
      url.searchParams.set('lang', locale);
      return [toLanguageTag(locale), url.href] as const;
    }),
    ['x-default', withoutLanguage],
  ];
}

/** The BCP 47 form: `pt-BR`. */
export const toLanguageTag = (locale: Locale): string => languageTags.get(locale) ?? locale;

const languageTags = new Map(
  locales.map((locale) => [locale, locale.replace(/-\w+$/, (region) => region.toUpperCase())]),
);
