import { expect, test } from 'vitest';
import { findLanguage, languageStorageKey, type LanguageSources } from './find-language.ts';

interface Said {
  readonly search?: string;
  readonly hash?: string;
  readonly cookie?: string;
  readonly kept?: string;
  readonly keptInTab?: string;
  readonly languages?: readonly string[];
  readonly page?: string;
}

test.each<[string, Said, string]>([
  ['the address', { search: '?a=b&lang=de', cookie: 'i18next=fr', kept: 'es', languages: ['it'], page: 'ja' }, 'de'],
  ['the fragment of a hash router', { hash: '#/Games?lang=ko', languages: ['it'] }, 'ko'],
  ['a cookie', { cookie: 'a=b; i18next=fr', kept: 'es', languages: ['it'], page: 'ja' }, 'fr'],
  ['what was chosen before', { kept: 'es', keptInTab: 'pl', languages: ['it'], page: 'ja' }, 'es'],
  ['what was chosen in this tab', { keptInTab: 'pl', languages: ['it'], page: 'ja' }, 'pl'],
  ['the browser', { languages: ['pt-PT', 'it'], page: 'ja' }, 'pt-br'],
  ['the browser, though the portal has only its second', { languages: ['tlh', 'ru'], page: 'ja' }, 'en'],
  ['the page', { page: 'fa' }, 'fa'],
  ['nobody', {}, 'en'],
])('%s decides', (_, said, language) => {
  expect(findLanguage(makePage(said))).toBe(language);
});

test('a frame without storage uses the browser’s language', () => {
  const forbidden = (): never => {
    throw new DOMException('The document is sandboxed.', 'SecurityError');
  };
  const page = makePage({ languages: ['uk-UA'] });
  Object.defineProperty(page, 'localStorage', { get: forbidden });
  Object.defineProperty(page, 'sessionStorage', { get: forbidden });
  Object.defineProperty(page.document, 'cookie', { get: forbidden });
  expect(findLanguage(page)).toBe('uk');
});

function makePage(said: Said): LanguageSources {
  const keeps = (text: string | undefined) => ({
    getItem: (key: string) => (key === languageStorageKey ? (text ?? null) : null),
  });
  return {
    location: { search: said.search ?? '', hash: said.hash ?? '' },
    document: { cookie: said.cookie ?? '', documentElement: { lang: said.page ?? '' } },
    localStorage: keeps(said.kept),
    sessionStorage: keeps(said.keptInTab),
    navigator: { languages: said.languages ?? [], language: said.languages?.[0] ?? '' },
    // Only the parts of `window` that are read.
  } as unknown as LanguageSources;
}
