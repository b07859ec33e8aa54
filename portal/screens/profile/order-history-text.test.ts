import { expect, test } from 'vitest';
import english from '#portal/i18n/locales/en.json';
import { orderEventKinds } from '#model/order-story.ts';
import { orderHistoryText } from './order-history-text.ts';

test('everything that happens to an order has its words, but what says the same twice', () => {
  const keys = orderEventKinds.map((Kind) => orderHistoryText({ Kind, Detail: {} }));
  const silent = orderEventKinds.filter((_, place) => keys[place] === undefined);
  expect(silent).toEqual(['provider passed over', 'payment not opened', 'status', 'delivery', 'buyer said']);
  const spoken = keys.filter((key) => key !== undefined);
  expect(new Set(spoken).size).toBe(spoken.length);
  expect([...spoken, 'takenBack'].toSorted()).toEqual(Object.keys(english.purchases.story).toSorted());
});

test('what the game confirms is a delivery, or that it took one back', () => {
  expect(orderHistoryText({ Kind: 'acknowledged', Detail: { type: 'order.paid' } })).toBe('acknowledged');
  expect(orderHistoryText({ Kind: 'acknowledged', Detail: { type: 'order.revoked' } })).toBe('takenBack');
});
