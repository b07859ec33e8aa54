import { expect, test } from 'vitest';
import {
  requireConvertedAmount,
  buildCreatedResult,
  buildClosedAttemptRecord,
  buildParsedWebhook,
  buildOpenAttemptRecord,
  buildRefundResult,
} from './payment-results.server.ts';

const paid = { kind: 'paid', dedupKey: 'p1', isTest: true } as const;

test("a created payment has the simulator's script, and a redirect URL if the buyer leaves the page", () => {
  const reply = { Token: 't' };
  expect(buildCreatedResult({ settings: {} }, { reply, redirectUrl: undefined })).toEqual({
    outcome: 'created',
    reply,
  });
  const ScriptUrl = '/lab/script.js';
  const created = { providerPaymentId: 'p1', expiresAt: new Date(0), redirectUrl: 'https://pay.example/' };
  expect(buildCreatedResult({ settings: { ScriptUrl } }, { reply, ...created })).toEqual({
    outcome: 'created',
    reply: { Token: 't', ScriptUrl },
    ...created,
  });
});

test('undefined events are left out', () => {
  expect(buildParsedWebhook(paid)).toEqual({ outcome: 'events', events: [paid] });
  expect(buildParsedWebhook(undefined)).toEqual({ outcome: 'ignored' });
  expect(buildClosedAttemptRecord(undefined, paid)).toEqual({ events: [paid], isOver: true });
  expect(buildOpenAttemptRecord()).toEqual({ events: [], isOver: false });
});

test('a refund is pending, completed, or rejected with its reason', () => {
  const tell = (kind?: 'refunded' | 'refund-failed', why: string | null = 'no funds') =>
    buildRefundResult('Vendor', 'r1', kind && { ...paid, kind }, why);
  expect(tell()).toEqual({ outcome: 'pending', providerRefundId: 'r1' });
  expect(tell('refunded')).toEqual({ outcome: 'done', events: [{ ...paid, kind: 'refunded' }] });
  expect(tell('refund-failed')).toEqual({ outcome: 'refused', reason: 'Vendor could not refund it: no funds.' });
  expect(tell('refund-failed', null)).toMatchObject({ reason: expect.stringContaining('no reason given') });
});

test('an amount that cannot be converted is an error that names it', () => {
  expect(requireConvertedAmount('Vendor', '4.99', 499, 'EUR')).toEqual({ amountMinor: 499, currency: 'EUR' });
  expect(() => requireConvertedAmount('Vendor', '4.999', undefined, 'EUR')).toThrow('Vendor returned 4.999 of EUR');
});
