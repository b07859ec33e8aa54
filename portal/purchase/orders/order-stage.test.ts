import { expect, test } from 'vitest';
import { orderStatuses, type OrderStatus } from '#model/order.ts';
import { pollPauseMs } from './poll-pause-ms.ts';
import { canRedeliver, isOrderPending, orderStage } from './order-stage.ts';

const stageOf = (Status: OrderStatus) => orderStage({ Status, DeliveryState: 'Waiting' });

test('every status has a stage, and only a paid order can be redelivered', () => {
  const stages = (Object.keys(orderStatuses) as OrderStatus[]).map((status) => [status, stageOf(status)]);
  expect(Object.fromEntries(stages)).toEqual({
    Created: 'open',
    WaitingForPayment: 'open',
    PayedWaitingForSending: 'paid',
    Completed: 'delivered',
    Cancelled: 'cancelled',
    CancelledPaid: 'refunded',
  });
  expect(stages.filter(([, stage]) => canRedeliver(stage as 'open')).map(([status]) => status)).toEqual([
    'PayedWaitingForSending',
    'Completed',
  ]);
});

test('an unknown status leaves the order open', () => {
  expect(stageOf('Invented' as OrderStatus)).toBe('open');
});

test('an order that the game did not accept for days is undelivered, and is not polled', () => {
  const stage = orderStage({ Status: 'PayedWaitingForSending', DeliveryState: 'GivenUp' });
  expect(stage).toBe('undelivered');
  expect(isOrderPending(stage)).toBe(false);
  expect(canRedeliver(stage)).toBe(true);
});

test('an order is polled at growing intervals, for three minutes in total', () => {
  const pauses: number[] = [];
  for (let asked = 1; ; asked += 1) {
    const pause = pollPauseMs(asked);
    if (pause === false) break;
    pauses.push(pause);
  }
  expect(pauses[0]).toBe(1000);
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
  const total = pauses.reduce((sum, pause) => sum + pause, 0);
  expect(total).toBeGreaterThan(165_000);
  expect(total).toBeLessThanOrEqual(180_000);
  expect(pollPauseMs(10_000)).toBe(false);
});
