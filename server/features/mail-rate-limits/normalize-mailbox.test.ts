import { expect, test } from 'vitest';
import { normalizeMailbox } from './normalize-mailbox.ts';

test.each([
  ['ada+one@example.com', 'ada@example.com'],
  ['ada+one+two@example.com', 'ada@example.com'],
  ['a.d.a+x@gmail.com', 'ada@gmail.com'],
  ['a.da@googlemail.com', 'ada@gmail.com'],
  ['a_d-a@pm.me', 'ada@proton.me'],
  ['a-da@ya.ru', 'ada@yandex.ru'],
  // Elsewhere a dot may distinguish two people.
  ['a.da@example.com', 'a.da@example.com'],
  // Look-alikes and other cases.
  ['ａda@example.com', 'ada@example.com'],
  ['\u017Fam@example.com', 'sam@example.com'],
  ['\u03bd\u03af\u03ba\u03bf\u03c2@example.com', '\u03bd\u03af\u03ba\u03bf\u03c2@example.com'],
  // An address may consist of a tag only.
  ['+tag@example.com', '+tag@example.com'],
])('%s arrives in the mailbox %s', (email, mailbox) => {
  expect(normalizeMailbox(email)).toBe(mailbox);
});
