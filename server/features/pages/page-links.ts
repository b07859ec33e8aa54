import { locales, type Locale } from '#model/locale.ts';
import type { Config } from '#server/config.ts';

export type Place = Pick<Config, 'publicUrl' | 'basePath'>;

/** The address of a page in full. @param path without the base path @param locale absent: in whatever language the reader has */
export function linkTo({ publicUrl, basePath }: Place, path: string, locale?: Locale): string {
  const url = new URL(basePath + path.slice(1), publicUrl);
  if (locale !== undefined) url.searchParams.set('lang', locale);
  return url.href;
}

/** The same page in every language, by the tag that search engines know; `x-default` is the one that asks the browser. */
export function listAlternates(place: Place, path: string): readonly (readonly [tag: string, address: string])[] {
  return [
    ...locales.map((locale) => [tagOf(locale), linkTo(place, path, locale)] as const),
    ['x-default', linkTo(place, path)],
  ];
}

/** As the standard writes it: `pt-BR`. */
export const tagOf = (locale: Locale): string => locale.replace(/-\w+$/, (region) => region.toUpperCase());
