// A client library for YooKassa against our simulator.
import { randomUUID } from 'node:crypto';
import { YooCheckout } from '@a2seven/yoo-checkout';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { simulator as yookassa } from '../payments/yookassa/simulator.server.ts';
import { startVendor, type StartedVendor } from '../server/testing/start-vendor.ts';

describe('a library for YooKassa', () => {
  let vendor: StartedVendor;
  let client: YooCheckout;
  beforeAll(async () => {
    vendor = await startVendor((app, place) => yookassa.mount(app, place));
    const { ShopId, SecretKey, ApiBase } = yookassa.settings(vendor.place) as Record<string, string>;
    client = new YooCheckout({ shopId: ShopId ?? '', secretKey: SecretKey ?? '' });
    // It knows one address alone.
    Object.assign(client, { root: ApiBase });
  });
  afterAll(() => vendor.close());

  const amount = { value: '149.00', currency: 'RUB' };
  // Quantities are texts there.
  const rules = { vat_code: 12, payment_mode: 'full_payment', payment_subject: 'service' } as const;
  const items = [{ description: 'Gems', quantity: '1.00', amount, ...rules }];
  const receipt = { customer: { email: 'grace@example.com' }, items, tax_system_code: 6 };

  it('creates a payment, reads it and refunds it', async () => {
    const attemptId = randomUUID();
    const confirmation = { type: 'redirect', return_url: 'https://portal.example/back' } as const;
    const asked = { amount, capture: true, confirmation, receipt, metadata: { attempt_id: attemptId } };
    const payment = await client.createPayment(asked, attemptId);
    expect(payment).toMatchObject({ status: 'pending', confirmation: { confirmation_url: expect.any(String) } });
    expect((await client.createPayment(asked, attemptId)).id).toBe(payment.id);
    await yookassa.act('pay', { attemptId }, vendor.place);
    expect(await client.getPayment(payment.id)).toMatchObject({ status: 'succeeded', paid: true, test: true });
    const back = { payment_id: payment.id, amount, receipt, metadata: { refund_id: 'ours' } };
    const refund = await client.createRefund(back, randomUUID());
    expect(refund).toMatchObject({ status: 'succeeded', payment_id: payment.id, metadata: { refund_id: 'ours' } });
    expect(await client.getRefund(refund.id)).toMatchObject({ id: refund.id });
    expect((await client.getPaymentList({ limit: 1 })).items).toMatchObject([{ id: payment.id }]);
  });

  it("gets errors in YooKassa's own format", async () => {
    const wrong = { amount, capture: true, confirmation: { type: 'embedded' } as const };
    const said = { status: 400, data: { type: 'error', code: 'invalid_request', parameter: 'receipt' } };
    await expect(client.createPayment(wrong, randomUUID())).rejects.toMatchObject({ response: said });
  });
});
