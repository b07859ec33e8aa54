import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  createEventFilter,
  maxEventParameterLength,
  type EventFilterRule,
  type FilterableEvent,
} from './event-filter.ts';

const passes = (rule: EventFilterRule | EventFilterRule[], event: FilterableEvent): boolean =>
  createEventFilter([rule].flat())(event);
const level = (p1?: string, p2?: string, p3?: string): FilterableEvent => ({ eventCode: 'level', p1, p2, p3 });

const texts = fc.string({ maxLength: maxEventParameterLength, unit: 'grapheme' });
const shortTexts = texts.filter((text) => text.length <= maxEventParameterLength);
const parameter = fc.option(shortTexts, { nil: undefined });
const event = fc.record({ eventCode: shortTexts, p1: parameter, p2: parameter, p3: parameter });
const literal = shortTexts.filter((text) => text !== '' && !(text.startsWith('/') && text.endsWith('/')));

describe('for any event', () => {
  test('it is accepted if there are no rules', () => {
    fc.assert(fc.property(event, (each) => passes([], each)));
  });

  test('a rule without filters accepts only its own code', () => {
    fc.assert(
      fc.property(event, (each) => {
        expect(passes({ Code: each.eventCode }, each)).toBe(true);
        expect(passes({ Code: each.eventCode, Filter1: '', Filter2: '', Filter3: '' }, each)).toBe(true);
        expect(passes({ Code: `${each.eventCode}!` }, each)).toBe(false);
      }),
    );
  });

  test('a literal filter accepts only the equal parameter', () => {
    fc.assert(
      fc.property(literal, parameter, (Filter2, p2) => {
        expect(passes({ Code: 'level', Filter2 }, level('x', p2))).toBe(p2 === Filter2);
        expect(passes({ Code: 'level', Filter2 }, level('x', Filter2))).toBe(true);
      }),
    );
  });

  test('a filter never accepts a missing parameter', () => {
    const filter = fc.oneof(literal, fc.constantFrom('//', '/.*/', '/^$/', '/a?/'));
    fc.assert(fc.property(filter, (Filter3) => !passes({ Code: 'level', Filter3 }, level('a', 'b'))));
  });

  test('one matching rule is enough, in any order', () => {
    const rule = fc.record({ Code: fc.constantFrom('level', 'boss'), Filter1: fc.constantFrom('', '1', '/[23]/') });
    fc.assert(
      fc.property(fc.array(rule, { minLength: 1 }), fc.constantFrom('1', '2', '9'), (rules, p1) => {
        const one = rules.some((each) => passes(each, level(p1)));
        expect(passes(rules, level(p1))).toBe(one);
        expect(passes(rules.toReversed(), level(p1))).toBe(one);
      }),
    );
  });

  test('no filter makes the check throw', () => {
    fc.assert(
      fc.property(fc.string(), event, (text, each) => {
        for (const Filter1 of [text, `/${text}/`]) passes({ Code: each.eventCode, Filter1 }, each);
      }),
    );
  });
});

test.each<[string, string, boolean]>([
  ['/^boss-\\d+$/', 'boss-12', true],
  ['/^boss-\\d+$/', 'boss-x', false],
  ['/oss/', 'boss-12', true],
  ['//', '', true],
  ['/', '/', true],
  ['/', 'x', false],
  ['/a/i', 'A', false],
  ['/a/i', '/a/i', true],
  ['/^.{3,256}$/', 'abc', true],
  ['/^[a-z0-9_-]{1,200}$/', 'some-name', true],
  ['/(/', '(', false],
  ['/a{2,1}/', 'aa', false],
  ['/(?=a)/', 'a', false],
  ['/(a)\\1/', 'aa', false],
])('filter %s and parameter %s: %s', (Filter1, p1, expected) => {
  expect(passes({ Code: 'level', Filter1 }, level(p1))).toBe(expected);
});

test('a parameter that is too long matches no filter, but is accepted without one', () => {
  const long = 'a'.repeat(maxEventParameterLength + 1);
  for (const Filter1 of [long, '/a/', '/.*/']) expect(passes({ Code: 'level', Filter1 }, level(long))).toBe(false);
  expect(passes({ Code: 'level' }, level(long))).toBe(true);
});

// Each pattern would block a backtracking engine, or one that expands repetitions, for seconds or forever. The test's
// timeout detects that.
test.each([
  '(a+)+$',
  '(a|aa)+$',
  '(((((a*)*)*)*)*)*$',
  '(?:a?){1000}a{1000}',
  '((a{1000}){1000}){1000}',
  `${'(?:a?){100}'.repeat(20)}$`,
  'x{1000}'.repeat(30),
  `(?:${'ab'.repeat(120)}){1000}`,
  '\\pL{1000}'.repeat(25),
  '[\\]{1000}]{1000}'.repeat(15),
  `${'(.*)'.repeat(60)}b`,
  '('.repeat(127) + ')'.repeat(127),
])('the pattern %s does not block', (expression) => {
  const filter = createEventFilter(
    Array.from({ length: 100 }, () => ({ Code: 'level', Filter1: `/${expression}/`, Filter2: 'never' })),
  );
  for (let count = 0; count < 20; count += 1) expect(filter(level(`${'a'.repeat(255)}!`, 'x'))).toBe(false);
});
