import { expect, test } from 'vitest';
import { judgePlayerRefund, type PlayerRefundContext } from './judge-player-refund.ts';

const paidAt = new Date('2026-01-01T00:00:00Z');
const now = new Date('2026-01-01T12:00:00Z');
const facts: PlayerRefundContext = {
  status: 'PayedWaitingForSending',
  paidAt,
  isDelivered: false,
  isDisputed: false,
  isOfPortal: true,
  isPending: false,
  countOfMonth: 0,
  rule: { WithinHours: 24, MostPerMonth: 2, AfterDelivery: false },
};
const judge = (changes: Partial<PlayerRefundContext>) => judgePlayerRefund({ ...facts, ...changes }, now);
const after = { WithinHours: 24, MostPerMonth: 2, AfterDelivery: true };
const delivered = { status: 'Completed', isDelivered: true } as const;

test.each<[string, Partial<PlayerRefundContext>, string]>([
  ['a game without a rule', { rule: null }, 'RefundNotOffered'],
  ['what is not paid', { status: 'WaitingForPayment', paidAt: null }, 'RefundNotOffered'],
  ['what a platform has sold', { isOfPortal: false }, 'RefundNotOffered'],
  ['what a bank decides about', { isDisputed: true }, 'RefundNotOffered'],
  ['what was paid too long ago', { rule: { ...after, WithinHours: 12 } }, 'RefundTooLate'],
  ['what the game has granted', delivered, 'RefundAfterDelivery'],
  ['one too many', { countOfMonth: 2 }, 'TooManyRefunds'],
])('rejects %s', (_, changes, code) => expect(judge(changes)).toEqual({ verdict: 'refused', code }));

test.each<[string, Partial<PlayerRefundContext>]>([
  ['what waits for the game', {}],
  ['the last one of a month', { countOfMonth: 1 }],
  ['what the game has granted, where the rule says so', { ...delivered, rule: after }],
])('allows %s until the deadline', (_, changes) =>
  expect(judge(changes)).toEqual({ verdict: 'allowed', until: new Date('2026-01-02T00:00:00Z') }),
);

test('a refunded or pending purchase is reported as such, whatever the rule is now', () => {
  expect(judge({ status: 'CancelledPaid', rule: null })).toEqual({ verdict: 'returned' });
  expect(judge({ isPending: true, rule: null })).toEqual({ verdict: 'pending' });
});
