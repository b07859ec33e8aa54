import { expect, test } from 'vitest';
import type { ProvedPurchase } from '../port.server.ts';
import { claimEachPurchase, createBrowserReportedPayments } from './claim-purchases.server.ts';
import { createSamplePayment } from './testing/sample-payment.server.ts';
import { createTestVendorHost } from './testing/vendor-host.server.ts';

test('each purchase has its own result, and one that we did not sell is not claimed', async () => {
  const claimed: ProvedPurchase[] = [];
  const claim = async (purchase: ProvedPurchase) => {
    claimed.push(purchase);
    return purchase.sku === 'foreign'
      ? ({ outcome: 'refused', reason: 'not-sold' } as const)
      : ({ outcome: 'granted', orderId: '' } as const);
  };
  const purchases = ['gems', 'foreign', 'unsold', 'bad\u0000name'].map((sku, at) => ({ token: `t${at}`, sku }));
  const read = ({ sku }: { sku: string }) => (sku === 'unsold' ? undefined : { sku, isTest: false });
  expect(await claimEachPurchase([...purchases, { token: 't\u0000', sku: 'gems' }], read, { claim })).toEqual([
    { PurchaseToken: 't0', Success: true },
    { PurchaseToken: 't1', Success: false },
    { PurchaseToken: 't2', Success: false },
    { PurchaseToken: 't3', Success: false },
    { PurchaseToken: 't\u0000', Success: false },
  ]);
  expect(claimed.map(({ transactionId, sku }) => [transactionId, sku])).toEqual([
    ['t0', 'gems'],
    ['t1', 'foreign'],
  ]);
});

test('the platform has no API to create, read or refund payments, and sends no webhooks', async () => {
  const payments = createBrowserReportedPayments(
    { title: 'A platform', storeCurrency: 'COI' },
    ({ product }) => product.sku,
  );
  const host = createTestVendorHost({});
  const payment = createSamplePayment({ currency: 'COI' });
  expect(await payments.create(payment, host)).toEqual({ outcome: 'created', reply: 'gems_100' });
  for (const other of [{ currency: 'USD' }, { amountMinor: 0 }])
    expect(await payments.create({ ...payment, ...other }, host)).toMatchObject({ outcome: 'refused' });
  expect(await payments.read(payment, host)).toEqual({ events: [], isOver: false });
  const refund = { ...payment, refundId: '', transactionId: 't', refundMinor: 24, isOverpayment: false };
  expect(await payments.refund(refund, host)).toMatchObject({ outcome: 'refused' });
  const webhook = { body: Buffer.from('{}'), headers: {}, remoteAddress: '127.0.0.1' };
  expect(await payments.parseWebhook(webhook, host)).toMatchObject({ outcome: 'refused' });
  expect([payments.buildWebhookReply('refused'), payments.needsEmail({})]).toEqual([{ status: 404 }, false]);
  expect(host.asked).toEqual([]);
});
