// Steam has names of its own for languages.

/** The tag of a language, of its name at Steam; empty: it is none of ours. */
export const readLanguage = (name: string): string => (Object.hasOwn(tags, name) ? (tags[name] ?? '') : '');

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

/** The other way round, for a simulation. */
export const writeLanguage = (tag: string): string =>
  Object.entries(tags).find(([, each]) => each === tag)?.[0] ?? 'english';
