import { expect, test } from 'vitest';
import { buildPaymentMetadata } from './describe-payment.server.ts';
import {
  readAttemptId,
  readRefundMetadata,
  requireSameAttempt,
  buildRefundMetadata,
} from './payment-metadata.server.ts';

const attemptId = '0b1f6c1e-7f0a-4b59-9d0a-7c6a1f1d2e3f';
const orderId = '6f5c1a57-2f50-4d59-8a53-0e9a4a4f0c11';
const metadata = buildPaymentMetadata({ attemptId, orderId });

test('our metadata identifies an attempt, and no other metadata does', () => {
  expect(readAttemptId(metadata)).toBe(attemptId);
  for (const other of [{}, { attempt_id: '1' }, [], null, undefined, attemptId])
    expect(readAttemptId(other)).toBeUndefined();
});

test('rejects another payment than the requested one, and one of another attempt', () => {
  const asked = { paymentId: 'p1', attemptId };
  const found = { id: 'p1', metadata };
  expect(requireSameAttempt('Vendor', found, asked)).toBe(found);
  expect(() => requireSameAttempt('Vendor', { ...found, id: 'p2' }, asked)).toThrow('another payment than p1');
  for (const other of [{}, { attempt_id: orderId }, null])
    expect(() => requireSameAttempt('Vendor', { id: 'p1', metadata: other }, asked)).toThrow('another attempt');
});

test('our metadata identifies a refund; a refund made at the provider has none', () => {
  for (const isOverpayment of [true, false])
    expect(readRefundMetadata(buildRefundMetadata({ refundId: orderId, isOverpayment }))).toEqual({
      refundId: orderId,
      isOverpayment,
    });
  for (const other of [{}, { refund_id: '1' }, null, undefined]) expect(readRefundMetadata(other)).toEqual({});
});
