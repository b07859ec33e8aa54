import { expect, test } from 'vitest';
import type { ScalarValues } from '#bridge/shapes.ts';
import { isAllowedTagKey, requireAllowedTags } from './tag-names.ts';

test.each<[string, ScalarValues]>([
  ['a key of the tag manager', { 'gtm.start': 1 }],
  ['the tag manager’s whole model', { gtm: 'x' }],
  ['a key in other letters', { GTM: 'x' }],
  ['a key that reaches into another', { 'a.b': 1 }],
  ['a callback', { event: 'x', eventCallback: 'y' }],
  ['a shop’s data', { ecommerce: null }],
  ['the portal’s mark', { fxid_game: 'sky-courier' }],
  ['another account', { account_id: 'somebody' }],
  ['another player', { user_id: 'somebody' }],
  ['what every object has', { constructor: 'x' }],
  ['what every object has, too', { valueOf: 1 }],
  ['a key without end', { ['x'.repeat(41)]: 1 }],
  ['no key', { '': 1 }],
  ['an event of the tag manager', { event: 'gtm.js' }],
  ['the same in other letters', { event: 'GTM.dom' }],
  ['the same behind a space', { event: ' gtm.load' }],
  ['an event of the portal', { event: 'sdk_product_purchase_completed' }],
  ['another event of the portal', { event: 'login' }],
  ['an event that is not a string', { event: 1 }],
])('rejects %s', (_, data) => {
  expect(() => requireAllowedTags(data)).toThrow(expect.objectContaining({ code: 'InvalidRequest' }));
});

test('accepts the game’s own names', () => {
  requireAllowedTags({ event: 'level_up', level: 4, isFirst: true, hero: 'miner', left: null });
  requireAllowedTags({ score: 1 });
  expect([isAllowedTagKey('level'), isAllowedTagKey('event')]).toEqual([true, false]);
});
