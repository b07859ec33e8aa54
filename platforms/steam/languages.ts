/** Converts Steam's name to a language tag. Empty: unknown. */
export const fromSteamLanguage = (name: string): string => (Object.hasOwn(tags, name) ? (tags[name] ?? '') : '');

const tags: Readonly<Record<string, string>> = {
  english: 'en',
  german: 'de',
  spanish: 'es',
  latam: 'es',
  french: 'fr',
  italian: 'it',
  japanese: 'ja',
  koreana: 'ko',
  brazilian: 'pt-br',
  portuguese: 'pt',
  russian: 'ru',
  turkish: 'tr',
  schinese: 'zh',
  tchinese: 'zh',
  ukrainian: 'uk',
  polish: 'pl',
};

export const toSteamLanguage = (tag: string): string =>
  Object.entries(tags).find(([, each]) => each === tag)?.[0] ?? 'english';
