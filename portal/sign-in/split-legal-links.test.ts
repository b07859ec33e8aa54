import { expect, test } from 'vitest';
import { splitLegalLinks } from './split-legal-links.ts';

interface Texts {
  readonly signInModal: { readonly legal: string };
}

const files = import.meta.glob<Texts>('../i18n/locales/*.json', { eager: true, import: 'default' });

test('a sentence is split into text and links', () => {
  expect(splitLegalLinks('By <terms>A</terms> and <privacy>B</privacy>.')).toEqual([
    { text: 'By ' },
    { text: 'A', link: 'terms' },
    { text: ' and ' },
    { text: 'B', link: 'privacy' },
    { text: '.' },
  ]);
});

test.each(Object.entries(files))('%s has both links, and nothing is lost', (_, { signInModal: { legal } }) => {
  const parts = splitLegalLinks(legal);
  expect(parts.flatMap(({ link }) => link ?? []).sort()).toEqual(['privacy', 'terms']);
  expect(parts.map(({ text }) => text).join('')).toBe(legal.replaceAll(/<\/?\w+>/g, ''));
});
