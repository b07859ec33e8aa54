import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { OrderSummary } from '#model/order-history.ts';
import { mockApi, problemResponse } from '#portal/testing/mock-api.ts';
import { renderInPortal } from '#portal/testing/render.tsx';
import { RefundButton } from './RefundButton.tsx';

const order: OrderSummary = {
  PublicOrderId: '0b8f7f0e-9d5c-4c3e-8a54-6f0f0c4b8a11',
  Game: 'miner',
  Sku: 'lamp',
  Quantity: 1,
  ProductName: 'Lamp',
  Price: { Price: 4.99, Currency: 'EUR', LocalizedPrice: '€4.99' },
  Status: 'PayedWaitingForSending',
  SimpleStatus: 'Created',
  CheckoutStatus: 'Payed',
  DeliveryState: 'Waiting',
  CreatedAt: '2026-01-01T00:00:00.000Z',
  RefundUntil: '2026-01-02T00:00:00.000Z',
};
const button = /^Get a refund/;

async function open(changes: Partial<OrderSummary> | 'nothing' = {}, answer: object = { Outcome: 'Requested' }) {
  const calls = mockApi({ 'store.requestRefund': () => answer });
  const { RefundUntil: _, ...plain } = order;
  return {
    ...(await renderInPortal(<RefundButton order={changes === 'nothing' ? plain : { ...order, ...changes }} />)),
    calls,
  };
}

test('a purchase is refunded after a confirmation that explains it, and the page shows it', async () => {
  const { press, text, calls, container } = await open();
  expect(text()).toContain('You can get a refund until');
  await press(button);
  await waitFor(() => expect(text()).toContain('Refund this purchase?'));
  expect(text().replaceAll(/[\u2066-\u2069]/g, '')).toContain(
    '€4.99 goes back to your original payment method, and the game removes “Lamp”.',
  );
  expect(calls).toEqual([]);
  await press('Refund');
  await waitFor(() => expect(text()).toContain('Your refund is on its way.'));
  expect(calls.map(({ body }) => body)).toEqual([{ PublicOrderId: order.PublicOrderId }]);
  expect(container.querySelector('button')).toBeNull();
});

test('cancelling the confirmation refunds nothing', async () => {
  const { press, text, calls, container } = await open();
  await press(button);
  await waitFor(() => expect(text()).toContain('Refund this purchase?'));
  await press('Cancel');
  await waitFor(() => expect(container.querySelector('dialog')).toBeNull());
  expect(calls).toEqual([]);
});

test.each([
  ['RefundNotOffered', 'contact support'],
  ['RefundTooLate', 'has ended'],
  ['RefundAfterDelivery', 'has already given you this'],
  ['TooManyRefunds', "reached this game's refund limit"],
])('a rejection shows its reason: %s', async (code, words) => {
  const { press, text } = await open({}, problemResponse(409, code));
  await press(button);
  await waitFor(() => expect(text()).toContain('Refund this purchase?'));
  await press('Refund');
  await waitFor(() => expect(text()).toContain(words));
});

test("a pending refund is shown, and a purchase that can't be refunded has no button", async () => {
  const { text, container } = await open({ RefundRequested: true });
  expect(text()).toContain('on its way');
  expect(container.querySelector('button')).toBeNull();
  expect((await open('nothing')).text()).toBe('');
});
