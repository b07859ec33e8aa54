import { expect, test } from 'vitest';
import { errorMessageKey, formatErrorBody } from './screens/error/error-text.ts';
import { formatDate } from './i18n/format-date.ts';
import { avatarHue, getInitials } from './ui/initials.ts';

test.each([
  ['FailedGameOfThisTypeAlreadyConnectedToYourAccount', 'errors.already_connected'],
  ['2', 'errors.already_connected'],
  ['FailedThisGameAccountAlreadyConnectedToAnotherAccount', 'errors.connected_to_another_account'],
  ['3', 'errors.connected_to_another_account'],
  ['5', 'errors.game_not_connected'],
  ['FailedTimeout', 'errors.generic'],
  ['toString', 'errors.generic'],
  ['77', 'errors.generic'],
  [null, 'errors.generic'],
] as const)('the error %s has the text %s', (code, key) => {
  expect(errorMessageKey(code)).toBe(key);
});

test('a JSON body is formatted, any other is unchanged', () => {
  expect(formatErrorBody('{"a":1}')).toBe('{\n  "a": 1\n}');
  expect(formatErrorBody('<h1>Bad gateway</h1>')).toBe('<h1>Bad gateway</h1>');
});

test('an avatar has the initials of a name in any script, and always the same colour', () => {
  expect(['Ada', 'Ada Lovelace', '  ', '千代', 'Дарья Ивановна К', '👾 x'].map(getInitials)).toEqual([
    'A',
    'AL',
    '',
    '千',
    'ДК',
    '👾X',
  ]);
  expect(avatarHue('account')).toBe(avatarHue('account'));
  expect(avatarHue('account')).not.toBe(avatarHue('another'));
});

test('dates are formatted for the language', () => {
  expect(formatDate('2026-10-12T12:00:00Z', 'en')).toBe('October 12, 2026');
  expect(formatDate('2026-10-12T12:00:00Z', 'de')).toBe('12. Oktober 2026');
});

test("only listed files name the pages that a single-game site doesn't have", () => {
  const texts = import.meta.glob<string>('./**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true });
  // Files that may name them: the table of public pages and some metadata functions.
  const told = 'pages/public-pages|screens/(news/news-page-head|store/store-page-head)';
  const shown = 'screens/(landing|games|game|profile)/|screens/gallery/';
  const own = new RegExp(`^\\./(routes\\.tsx|shell/own-page-paths\\.ts|${told}|${shown})|\\.test\\.`);
  const others = Object.entries(texts).filter(([path]) => !own.test(path));
  expect(others.length).toBeGreaterThan(100);
  expect(others.flatMap(([path, text]) => (/['"`]\/(Games|Profile|Error)\b/.test(text) ? [path] : []))).toEqual([]);
});
