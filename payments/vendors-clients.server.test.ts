// Vendors' own libraries against our simulators: what they send is taken, what they read is there, and what they prove is proved.
// Stripe's is also what our adapter speaks with, so that the family suite runs it all along.
import { randomUUID } from 'node:crypto';
import { YooCheckout } from '@a2seven/yoo-checkout';
import { Stripe } from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startVendor, type StartedVendor } from '#server/testing/start-vendor.ts';
import { simulator as stripe } from './stripe/simulator.server.ts';
import { simulator as yookassa } from './yookassa/simulator.server.ts';

const stripeUrl = 'https://api.stripe.com';

describe("Stripe's library", () => {
  let vendor: StartedVendor;
  beforeAll(async () => {
    vendor = await startVendor((app, place) => stripe.mount(app, place));
  });
  afterAll(() => vendor.close());
  const keys = () => stripe.settings(vendor.place) as { SecretKey: string; WebhookSecrets: [string] };

  it('proves every webhook that the simulator signs, and none that was changed', async () => {
    const attemptId = randomUUID();
    const moved = (input: string | URL | Request, options?: RequestInit): Promise<Response> =>
      fetch(new URL(input instanceof Request ? input.url : input).href.replace(stripeUrl, vendor.place.at), options);
    const client = new Stripe(keys().SecretKey, { httpClient: Stripe.createFetchHttpClient(moved) });
    const session = await client.checkout.sessions.create({
      mode: 'payment',
      ui_mode: 'embedded_page',
      redirect_on_completion: 'never',
      line_items: [
        { quantity: 1, price_data: { currency: 'eur', unit_amount: 499, product_data: { name: 'A hundred gems' } } },
      ],
      metadata: { attempt_id: attemptId },
    });
    expect(session).toMatchObject({ object: 'checkout.session', status: 'open', amount_total: 499 });
    const webhooks = [];
    for (const act of ['pay', 'refund half', 'dispute', 'lose dispute'] as const)
      webhooks.push(...(await stripe.act(act, { attemptId }, vendor.place)));
    const [secret] = keys().WebhookSecrets;
    const types = webhooks.map(({ body, headers }) => {
      const signature = headers['stripe-signature'] ?? '';
      expect(() => client.webhooks.constructEvent(`${body} `, signature, secret)).toThrow(/signature/i);
      return client.webhooks.constructEvent(body, signature, secret).type;
    });
    expect(types).toEqual([
      'checkout.session.completed',
      'refund.created',
      'charge.refunded',
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.closed',
    ]);
    const { payment_intent: intent } = await client.checkout.sessions.retrieve(session.id);
    if (typeof intent !== 'string') throw new Error('The session has no payment.');
    const { data } = await client.disputes.list({ payment_intent: intent });
    expect(data).toMatchObject([{ status: 'lost', amount: 499 }]);
  });
});

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

  it('opens a payment, reads it, and sends it back', async () => {
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

  it('is told in its own words what is wrong', async () => {
    const wrong = { amount, capture: true, confirmation: { type: 'embedded' } as const };
    const said = { status: 400, data: { type: 'error', code: 'invalid_request', parameter: 'receipt' } };
    await expect(client.createPayment(wrong, randomUUID())).rejects.toMatchObject({ response: said });
  });
});
