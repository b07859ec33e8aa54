import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Value } from 'typebox/value';
import { AnalyticsConfig } from '#model/game.ts';
import { loadEventNameMatcher } from './load-event-name-matcher.ts';
import { routeStatEvent, type StatEvent } from './route-stat-event.ts';

type Section = AnalyticsConfig['Sections'][number];

const event: StatEvent = { name: 'level_up', parameters: { level: 4, hero: 'miner' } };

async function route(config: AnalyticsConfig | undefined, one: StatEvent = event) {
  if (config) expect(Value.Check(AnalyticsConfig, config)).toBe(true);
  return routeStatEvent(config, one, await loadEventNameMatcher(config));
}
const sections = (...Sections: Section[]): AnalyticsConfig => ({ SendAllToGtag: false, Sections });
const receivers = async (config: AnalyticsConfig | undefined, name = 'level_up') =>
  (await route(config, { name, parameters: {} })).map(({ to }) => to);

describe('an event is sent', () => {
  test('unchanged to our own statistics without configuration', async () => {
    const all = [{ to: 'fxidsdk', ...event, isNamedByOperator: false }];
    expect(await route(undefined)).toEqual(all);
    expect(await route(sections())).toEqual(all);
  });

  test('to the receivers of a matching section, and nowhere if none matches', async () => {
    const config = sections({ Matcher: 'level_up', SendTo: ['gtag', 'platform-logger'] });
    expect(await receivers(config)).toEqual(['gtag', 'platform-logger']);
    expect(await receivers(config, 'level_up2')).toEqual([]);
  });

  test('also to the tag manager if it gets everything', async () => {
    expect(await receivers({ SendAllToGtag: true, Sections: [] })).toEqual(['fxidsdk', 'gtag']);
    const config = { SendAllToGtag: true, Sections: [{ Matcher: 'level_up', SendTo: ['fxidsdk'] }] };
    expect(await receivers(config)).toEqual(['fxidsdk', 'gtag']);
    expect(await receivers(config, 'other')).toEqual(['gtag']);
  });

  test('to each receiver once, by the first section that names it', async () => {
    const config = {
      SendAllToGtag: true,
      Sections: [
        { Matcher: '/^level/', SendTo: ['gtag'], Mapper: { Name: 'progress' } },
        { Matcher: '', SendTo: ['fxidsdk', 'gtag', 'fxidsdk'] },
      ],
    };
    expect((await route(config)).map(({ to, name }) => [to, name])).toEqual([
      ['gtag', 'progress'],
      ['fxidsdk', 'level_up'],
    ]);
  });
});

describe('a matcher', () => {
  test.each([
    ['level_up', 'level_up', true],
    ['level_up', 'LEVEL_UP', false],
    ['level', 'level_up', false],
    ['', 'anything', true],
    ['/^level/', 'level_up', true],
    ['/up$/', 'level_up', true],
    ['/^(level|boss)_up$/', 'boss_up', true],
    ['/down/', 'level_up', false],
    ['//', 'level_up', true],
    ['/', '/', true],
    ['/(/', 'level_up', false],
    ['/(?=l)/', 'level_up', false],
  ])('%j for the event %j: %s', async (Matcher, name, isMatch) => {
    const config = sections({ Matcher, SendTo: ['fxidsdk'] });
    expect(await receivers(config, name)).toEqual(isMatch ? ['fxidsdk'] : []);
  });

  test('that would hang a backtracking engine terminates', async () => {
    const config = sections({ Matcher: '/^(a+)+$/', SendTo: ['fxidsdk'] });
    expect(await receivers(config, `${'a'.repeat(99)}!`)).toEqual([]);
  });

  test('never throws, whatever its text', async () => {
    const text = fc.string({ maxLength: 100, unit: 'grapheme' });
    await fc.assert(
      fc.asyncProperty(text, fc.boolean(), text, async (matcher, isBetweenSlashes, name) => {
        const Matcher = isBetweenSlashes ? `/${matcher}/` : matcher;
        const found = await receivers(sections({ Matcher: Matcher.slice(0, 256), SendTo: ['fxidsdk'] }), name);
        expect(found.length).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('a mapper', () => {
  const map = async (Mapper: Section['Mapper'], one: StatEvent = event) =>
    (await route(sections({ Matcher: '', SendTo: ['gtag'], ...(Mapper && { Mapper }) }), one))[0];

  test('changes the name, which then counts as the operator’s', async () => {
    expect(await map({ Name: 'progress' })).toMatchObject({ name: 'progress', isNamedByOperator: true });
    expect(await map({})).toMatchObject({ name: 'level_up', isNamedByOperator: false });
  });

  test('renames and drops parameters, and keeps the others', async () => {
    expect((await map({ Rename: { level: 'I3' } }))?.parameters).toEqual({ I3: 4, hero: 'miner' });
    expect((await map({ Rename: { hero: '', nothing: 'x' } }))?.parameters).toEqual({ level: 4 });
    expect((await map({ Rename: { level: 'hero', hero: 'level' } }))?.parameters).toEqual({ hero: 4, level: 'miner' });
  });

  test('adds constants, which win over the game', async () => {
    const Constants = { source: 'portal', level: 1, test: true };
    expect((await map({ Constants }))?.parameters).toEqual({ level: 1, hero: 'miner', source: 'portal', test: true });
  });

  test('ignores inherited properties and prototype names', async () => {
    const parameters = JSON.parse('{"constructor": 1, "toString": 2, "__proto__": 3}') as StatEvent['parameters'];
    const mapped = await map({ Rename: { level: 'x' } }, { name: 'a', parameters });
    expect(Object.entries(mapped?.parameters ?? {})).toEqual(Object.entries(parameters));
  });

  test('does not change the event for other receivers', async () => {
    const config = sections(
      { Matcher: '', SendTo: ['gtag'], Mapper: { Name: 'other', Rename: { level: 'x' } } },
      { Matcher: '', SendTo: ['fxidsdk'] },
    );
    expect((await route(config))[1]).toMatchObject(event);
  });
});

test.each<[string, unknown]>([
  ['a section without receivers', { Matcher: 'x' }],
  ['a mapper with something else', { Matcher: 'x', SendTo: [], Mapper: { level: 'score' } }],
  ['an empty name', { Matcher: 'x', SendTo: [], Mapper: { Name: '' } }],
  ['a matcher that is too long', { Matcher: 'x'.repeat(257), SendTo: [] }],
  ['an invalid constant', { Matcher: 'x', SendTo: [], Mapper: { Constants: { a: {} } } }],
])('the schema rejects %s', (_, section) => {
  expect(Value.Check(AnalyticsConfig, { SendAllToGtag: false, Sections: [section] })).toBe(false);
});
