import { expect, test } from 'vitest';
import { normalizeEmail } from './normalize-email.ts';

test.each([
  ['  Ada@Example.COM ', 'ada@example.com'],
  ['a.b+tag@example.com', 'a.b+tag@example.com'],
  ['иван@пример.рф', 'иван@xn--e1afmkfd.xn--p1ai'],
  ['user@BÜCHER.example', 'user@xn--bcher-kva.example'],
  // Composed and decomposed letters are the same address.
  ['cafe\u0301@example.com', 'café@example.com'],
  ['\u212Aelvin@example.com', 'kelvin@example.com'],
  // Look-alike letters differ, except in domain names.
  ['ａda@example.com', 'ａda@example.com'],
  ['ada@ＥＸＡＭＰＬＥ.com', 'ada@example.com'],
])('%j is searched as %s', (typed, normal) => {
  expect(normalizeEmail(typed)).toBe(normal);
});

test.each([
  '',
  'ada',
  '@example.com',
  'ada@',
  'ada@localhost',
  'ada@example',
  'ada@127.0.0.1',
  'ada@[::1]',
  'ada@example.com:25',
  'ada@example.com/path',
  'ada @example.com',
  'ada@exa mple.com',
  'ada@example.com\r\nBcc: eve@example.com',
  'ada\r\nBcc: eve@example.com@example.com',
  'ada\u0000@example.com',
  'ada\u202e@example.com',
  '"ada"@example.com',
  'Ada <ada@example.com>',
  'ada@example.com,eve@example.com',
  'ada@eve@example.com',
  '.ada@example.com',
  'ada..b@example.com',
  `${'a'.repeat(65)}@example.com`,
  `ada@${'a'.repeat(250)}.com`,
])('%j is not an address', (typed) => {
  expect(normalizeEmail(typed)).toBeUndefined();
});

test('the normal form of every letter is its own normal form, with an accent after it too', () => {
  for (let code = 0; code <= 0x1ffff; code += 1) {
    const letter = String.fromCodePoint(code);
    if (letter === letter.toLowerCase().normalize('NFC')) continue;
    for (const accent of ['', '\u0301', '\u0307', '\u0323', '\u0345']) {
      const normal = normalizeEmail(`a${letter}${accent}b@example.com`);
      if (normal !== undefined) expect(normalizeEmail(normal)).toBe(normal);
    }
  }
});
