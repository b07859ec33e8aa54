import { randomUUID } from 'node:crypto';
import type { CreatePaymentRequest, RefundRequest } from '#model/payment-operations.server.ts';

export const createSamplePayment = (more: Partial<CreatePaymentRequest>): CreatePaymentRequest => ({
  attemptId: randomUUID(),
  orderId: randomUUID(),
  game: 'gem-miner',
  amountMinor: 24,
  currency: '',
  product: { sku: 'gems_100', name: 'A hundred gems', description: 'For the mine' },
  quantity: 1,
  buyer: { accountId: randomUUID(), name: 'Ada', externalId: '100200300' },
  locale: 'en',
  returnUrl: 'https://play.example/',
  wantsRedirect: false,
  createdAt: new Date(),
  expiresAt: new Date(Date.now() + 3600_000),
  ...more,
});

export const createSampleRefund = (payment: CreatePaymentRequest, transactionId: string): RefundRequest => ({
  ...payment,
  refundId: randomUUID(),
  transactionId,
  refundMinor: payment.amountMinor,
  isOverpayment: false,
});
