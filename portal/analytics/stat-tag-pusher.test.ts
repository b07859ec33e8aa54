import { expect, test } from 'vitest';
import type { ScalarValues } from '#bridge/shapes.ts';
import { createStatTagPusher, type TagData } from './stat-tag-pusher.ts';

function start() {
  const pushed: TagData[] = [];
  const clock = { ms: 0 };
  const tags = createStatTagPusher(
    (data) => void pushed.push(data),
    () => clock.ms,
  );
  const push = (name: string, parameters: ScalarValues = {}, isNamedByOperator = false): boolean =>
    tags.push({ name, parameters, isNamedByOperator });
  return { pushed, clock, push };
}

test('a game can’t imitate the portal’s events, but the operator can name them so', () => {
  const { pushed, push } = start();
  push('sdk_product_purchase_completed');
  push('Level Up!');
  push('gtm.js');
  push('purchase', {}, true);
  expect(pushed.map(({ event }) => event)).toEqual([
    'game_sdk_product_purchase_completed',
    'game_level_up_',
    'game_gtm_js',
    'purchase',
  ]);
});

test('names and values that the tag manager rejects or interprets are left out', () => {
  const { pushed, push } = start();
  const bad = {
    'gtm.start': 1,
    gtmX: 1,
    event: 'x',
    eventTimeout: 1,
    ecommerce: 'x',
    fxid_game: 'y',
    user_id: 'z',
    'a-b': 1,
    ä: 1,
  };
  push('a', { ...bad, long: 'x'.repeat(257), infinite: Infinity, level: 4, isFirst: true });
  expect(pushed).toEqual([{ event: 'game_a', level: 4, isFirst: true }]);
  push('b', Object.fromEntries(Array.from({ length: 99 }, (_, at) => [`p${at}`, at])));
  expect(Object.values(pushed[1] ?? {}).filter((value) => typeof value === 'number')).toHaveLength(30);
});

test('keys of the previous event are overwritten', () => {
  const { pushed, push } = start();
  push('a', { level: 4, hero: 'miner' });
  push('b', { level: 5 });
  expect(pushed[1]).toStrictEqual({ event: 'game_b', level: 5, hero: undefined });
});

test('a game that tracks too fast is rate limited', () => {
  const { pushed, clock, push } = start();
  const results = Array.from({ length: 60 }, () => push('a'));
  expect(results.filter(Boolean)).toHaveLength(50);
  clock.ms = 1000;
  expect(push('b')).toBe(true);
  expect(pushed).toHaveLength(51);
});
