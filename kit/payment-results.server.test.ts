import { expect, test } from 'vitest';
import { expectMoney, tellCreated, tellEnd, tellFact, tellOpen, tellRefund } from './payment-results.server.ts';

const paid = { kind: 'paid', dedupKey: 'p1', isTest: true } as const;

test('a payment that can be paid has the script of a simulation, and a page where the buyer leaves', () => {
  const reply = { Token: 't' };
  expect(tellCreated({ settings: {} }, { reply, redirectUrl: undefined })).toEqual({ outcome: 'created', reply });
  const ScriptUrl = '/lab/script.js';
  const created = { providerPaymentId: 'p1', expiresAt: new Date(0), redirectUrl: 'https://pay.example/' };
  expect(tellCreated({ settings: { ScriptUrl } }, { reply, ...created })).toEqual({
    outcome: 'created',
    reply: { Token: 't', ScriptUrl },
    ...created,
  });
});

test('what is no fact is not told', () => {
  expect(tellFact(paid)).toEqual({ outcome: 'facts', facts: [paid] });
  expect(tellFact(undefined)).toEqual({ outcome: 'ignored' });
  expect(tellEnd(undefined, paid)).toEqual({ facts: [paid], isOver: true });
  expect(tellOpen()).toEqual({ facts: [], isOver: false });
});

test('a refund is on its way, done, or refused with its reason', () => {
  const tell = (kind?: 'refunded' | 'refund-failed', why: string | null = 'no funds') =>
    tellRefund('Vendor', 'r1', kind && { ...paid, kind }, why);
  expect(tell()).toEqual({ outcome: 'pending', providerRefundId: 'r1' });
  expect(tell('refunded')).toEqual({ outcome: 'done', facts: [{ ...paid, kind: 'refunded' }] });
  expect(tell('refund-failed')).toEqual({ outcome: 'refused', reason: 'Vendor could not send it back: no funds.' });
  expect(tell('refund-failed', null)).toMatchObject({ reason: expect.stringContaining('why') });
});

test('an amount that we could not have asked for is a fault, which names it', () => {
  expect(expectMoney('Vendor', '4.99', 499, 'EUR')).toEqual({ amountMinor: 499, currency: 'EUR' });
  expect(() => expectMoney('Vendor', '4.999', undefined, 'EUR')).toThrow('Vendor tells 4.999 of EUR');
});
