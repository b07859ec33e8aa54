import { expect, test } from 'vitest';
import { createGameStatTracker, maxBufferedStatEvents, type GameStatTrackerDeps } from './game-stat-tracker.ts';
import { loadEventNameMatcher, type EventNameMatcher } from './load-event-name-matcher.ts';

function start(changes: Partial<GameStatTrackerDeps> = {}) {
  const tracked: { eventId: number; S2: unknown; at: unknown; J1: unknown }[] = [];
  const tags: string[] = [];
  const logged: unknown[][] = [];
  const notes: string[] = [];
  const clock = { at: new Date('2026-05-01T10:00:00.000Z') };
  const write = (...deps: readonly unknown[]): void => void notes.push(deps.join(' '));
  const stats = createGameStatTracker({
    game: 'miner',
    config: () => undefined,
    loadEventNameMatcher,
    consent: () => 'unknown',
    track: (eventId, { columns, at }) => void tracked.push({ eventId, S2: columns?.S2, at, J1: columns?.J1 }),
    tags: { push: ({ name }) => tags.push(name) > 0 },
    loggers: { platform: (name, parameters) => void logged.push([name, parameters]) },
    now: () => clock.at,
    log: { debug: write, warn: write },
    ...changes,
  });
  return { stats, tracked, tags, logged, notes, clock };
}

/** Started work ends within a few ticks. */
const settle = () => new Promise((resolve) => setTimeout(resolve));
const everywhere = () => ({
  SendAllToGtag: true,
  Sections: [{ Matcher: '', SendTo: ['fxidsdk', 'platform', 'nowhere', 'constructor'] }],
});

test('events before initialisation are sent afterwards, in order, with their own times', async () => {
  const { stats, tracked, clock } = start();
  stats.event({ name: 'a', parameters: { level: 1 } });
  const first = clock.at;
  clock.at = new Date('2026-05-01T10:00:09.000Z');
  stats.event({ name: 'b' });
  await settle();
  expect(tracked).toEqual([]);
  stats.initialize({ userId: 'u-1', properties: { tutorial: true } });
  stats.event({ name: 'c' });
  await settle();
  stats.event({ name: 'd' });
  expect(tracked).toMatchObject([
    { eventId: 1801, S2: undefined, J1: '{"tutorial":true}' },
    { eventId: 1802, S2: 'a', at: first, J1: '{"level":1}' },
    { eventId: 1802, S2: 'b', at: clock.at },
    { eventId: 1802, S2: 'c' },
    { eventId: 1802, S2: 'd' },
  ]);
});

test('statistics are initialised once per game', async () => {
  const { stats, tracked } = start();
  stats.initialize({ properties: { build: 1 } });
  await settle();
  stats.initialize({ properties: { build: 2 } });
  await settle();
  stats.event({ name: 'a' });
  expect(tracked.map(({ eventId, J1 }) => [eventId, J1])).toEqual([
    [1801, '{"build":1}'],
    [1802, undefined],
  ]);
});

test('only the newest early events are kept, and the number of dropped ones is logged', async () => {
  const { stats, tracked, notes } = start();
  for (let count = 0; count < maxBufferedStatEvents + 3; count += 1) stats.event({ name: `e${count}` });
  stats.initialize({});
  await settle();
  expect(tracked).toHaveLength(maxBufferedStatEvents + 1);
  expect(tracked[1]).toMatchObject({ S2: 'e3' });
  expect(notes.join()).toContain('3 were dropped');
});

test('each receiver gets its events; a missing receiver is logged once', async () => {
  const { stats, tracked, tags, logged, notes } = start({ config: everywhere });
  stats.initialize({});
  stats.event({ name: 'a', parameters: { mail: 'ada@example.com', level: 1 } });
  stats.event({ name: 'b' });
  stats.event({ name: 'ada@example.com' });
  await settle();
  expect(tracked.slice(1).map(({ S2 }) => S2)).toEqual(['a', 'b', 'ada@example.com']);
  expect(tags).toEqual(['a', 'b']);
  expect(logged).toEqual([
    ['a', { level: 1 }],
    ['b', {}],
  ]);
  expect(notes.filter((note) => note.includes('no logger'))).toHaveLength(2);
});

test('nothing is tracked after consent is denied', async () => {
  const choice = { status: 'granted' as 'granted' | 'denied' };
  const { stats, tracked, tags, logged } = start({ config: everywhere, consent: () => choice.status });
  stats.initialize({});
  await settle();
  choice.status = 'denied';
  stats.event({ name: 'a' });
  await settle();
  expect([tracked.length, tags, logged]).toEqual([1, [], []]);
});

test('a failing logger affects nothing else', async () => {
  const fail = (): never => {
    throw new Error('blocked');
  };
  for (const platform of [fail, () => Promise.reject(new Error('blocked'))]) {
    const { stats, tracked, notes } = start({ config: everywhere, loggers: { platform } });
    stats.initialize({});
    stats.event({ name: 'a' });
    await settle();
    expect(tracked).toHaveLength(2);
    expect(notes.join()).toContain('failed for the event a');
  }
});

test('without the expression matcher the other sections still apply', async () => {
  const config = () => ({
    SendAllToGtag: false,
    Sections: [
      { Matcher: '/./', SendTo: ['gtag'] },
      { Matcher: 'a', SendTo: ['fxidsdk'] },
    ],
  });
  const broken = (): Promise<EventNameMatcher> => Promise.reject(new Error('offline'));
  const { stats, tracked, tags, notes } = start({ config, loadEventNameMatcher: broken });
  stats.initialize({});
  stats.event({ name: 'a' });
  await settle();
  expect([tracked.length, tags]).toEqual([2, []]);
  expect(notes.join()).toContain('match nothing');
});

test('events before leaving the game are sent, later ones are not', async () => {
  const { stats, tracked } = start();
  stats.event({ name: 'a' });
  stats.initialize({});
  stats.dispose();
  stats.event({ name: 'b' });
  await settle();
  expect(tracked.slice(1).map(({ S2 }) => S2)).toEqual(['a']);
});
