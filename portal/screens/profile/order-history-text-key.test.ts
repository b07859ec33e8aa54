import { expect, test } from 'vitest';
import english from '#portal/i18n/locales/en.json';
import { orderEventKinds } from '#model/order-history.ts';
import { orderHistoryTextKey } from './order-history-text-key.ts';

test('every kind of event has its own text, or none if it repeats another', () => {
  const keys = orderEventKinds.map((Kind) => orderHistoryTextKey({ Kind, Detail: {} }));
  const silent = orderEventKinds.filter((_, place) => keys[place] === undefined);
  expect(silent).toEqual(['provider-skipped', 'payment-not-opened', 'status', 'delivery', 'client-hint']);
  const spoken = keys.filter((key) => key !== undefined);
  expect(new Set(spoken).size).toBe(spoken.length);
  expect([...spoken, 'removedFromGame'].toSorted()).toEqual(Object.keys(english.purchases.history).toSorted());
});

test('the game acknowledges a delivery or a removal', () => {
  expect(orderHistoryTextKey({ Kind: 'acknowledged', Detail: { type: 'order.paid' } })).toBe('acknowledged');
  expect(orderHistoryTextKey({ Kind: 'acknowledged', Detail: { type: 'order.revoked' } })).toBe('removedFromGame');
});
