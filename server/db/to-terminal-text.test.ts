import { expect, test } from 'vitest';
import { hostileTexts } from '#model/testing/hostile-texts.ts';
import { toTerminalText } from './to-terminal-text.ts';

test('no text can control a terminal, and words stay as they are', () => {
  const lines = hostileTexts.map(toTerminalText);
  expect(lines.filter((line) => /[\p{Cc}\p{Bidi_Control}]/u.test(line.replaceAll(/[\n\t]/g, '')))).toEqual([]);
  expect(toTerminalText('\u001b]0;root\u0007 \u202eevil')).toBe('\ufffd]0;root\ufffd \ufffdevil');
  const words = 'می\u200cخواهم 👨‍👩‍👧\n\tzwei Zeilen';
  expect(toTerminalText(words)).toBe(words);
});
