import { expect, test } from 'vitest';
import { findDocumentTypeInUrl } from './find-document-type-in-url.ts';

test.each([
  ['https://gc.example/tos', 'TOS'],
  ['https://gc.example/TOS.html?lang=en', 'TOS'],
  ['https://gc.example/legal/terms-of-service', 'TOS'],
  ['https://gc.example/terms_of_service/', 'TOS'],
  ['https://gc.example/pp', 'PP'],
  ['https://gc.example/?doc=pp#top', 'PP'],
  ['https://gc.example/Privacy-Policy', 'PP'],
  ['https://gc.example/support', undefined],
  ['https://photos.example/app', undefined],
  ['https://gc.example/', undefined],
])('%s is the document %s', (url, type) => expect(findDocumentTypeInUrl('gc', url)).toBe(type));

test('pages of other games are not documents', () => {
  expect(findDocumentTypeInUrl('gem-miner', 'https://gc.example/tos')).toBeUndefined();
});
