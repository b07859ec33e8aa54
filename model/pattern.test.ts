import { RE2JS } from 're2js';
import { describe, expect, test, vi } from 'vitest';
import { checkPattern, compilePattern, maxPatternLength, maxCompiledPatternSize } from './pattern.ts';
import { growPattern, slowPatterns } from './testing/slow-patterns.ts';

test('matches like a regular expression', () => {
  const isLevel = compilePattern('^level-[0-9]+$');
  expect([isLevel('level-12'), isLevel('level-x')]).toEqual([true, false]);
});
test('matches nothing if the pattern is invalid, or if pattern or text is too long', () => {
  expect(compilePattern('(')('(')).toBe(false);
  expect(compilePattern('(?=a)a')('a')).toBe(false);
  expect(compilePattern('a'.repeat(300))('a'.repeat(300))).toBe(false);
  expect(compilePattern('a')('a'.repeat(257))).toBe(false);
});
test('a pattern designed to be slow is fast', () => {
  expect(compilePattern('^(a+)+$')(`${'a'.repeat(255)}b`)).toBe(false);
});

describe('the size of a compiled pattern', () => {
  test.each(slowPatterns)('of %s is limited, and a refused pattern matches nothing', (_, write) => {
    const { accepted, refused } = growPattern(write);
    const check = checkPattern(accepted);
    expect(check).toMatchObject({ outcome: 'ok' });
    if (check.outcome === 'ok') expect(check.programSize).toBeLessThanOrEqual(maxCompiledPatternSize);
    // Some families reach the maximum pattern length first.
    if (refused !== undefined) {
      expect(checkPattern(refused)).toEqual({ outcome: 'too-large' });
      expect(compilePattern(refused)('a'.repeat(maxPatternLength))).toBe(false);
    }
  });

  test('allows long patterns without counted repetitions, and any parameter length', () => {
    const names = Array.from({ length: 30 }, (_, at) => `level-${at}`)
      .join('|')
      .slice(0, 246);
    for (const expression of [
      `^(?:${names})$`,
      'a'.repeat(maxPatternLength),
      '(a|b)?.*'.repeat(32),
      '[a-z]+[^0-9]*'.repeat(19),
      '^.{1,256}$',
    ])
      expect(checkPattern(expression), expression).toMatchObject({ outcome: 'ok' });
  });

  test.each([
    ['a'.repeat(maxPatternLength + 1), 'too-large'],
    ['(?:a{1,900}){1,900}', 'too-large'],
    ['(?:a?){300}', 'too-large'],
    ['(', 'unreadable'],
    ['(?=a)a', 'unreadable'],
    ['(?<=a)a', 'unreadable'],
  ])('%s is refused: %s', (expression, outcome) => {
    expect(checkPattern(expression)).toEqual({ outcome });
  });
});

test('a pattern is compiled once, even if it is refused', () => {
  const compile = vi.spyOn(RE2JS, 'compile');
  try {
    const [good, bad] = [`^once-${crypto.randomUUID()}$`, `(once-${crypto.randomUUID()}`];
    for (let time = 0; time < 3; time += 1) {
      compilePattern(good);
      checkPattern(good);
      checkPattern(bad);
    }
    expect(compile.mock.calls.map(([expression]) => expression)).toEqual([good, bad]);
  } finally {
    compile.mockRestore();
  }
});
