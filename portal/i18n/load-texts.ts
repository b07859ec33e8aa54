import type { Locale } from '#model/locale.ts';

const files = import.meta.glob<{ default: object }>('./locales/*.json');

export async function loadTexts(locale: Locale): Promise<object> {
  const load = files[`./locales/${locale}.json`];
  if (!load) throw new Error(`There are no texts in ${locale}.`);
  return (await load()).default;
}
