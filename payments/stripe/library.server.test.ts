// Runs Stripe's own library against our simulator. Tests with other vendors' libraries are in conformance/.
import { randomUUID } from 'node:crypto';
import { Stripe } from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startVendor, type StartedVendor } from '#server/testing/start-vendor.ts';
import { simulator as stripe } from './simulator.server.ts';

const stripeUrl = 'https://api.stripe.com';

describe("Stripe's library", () => {
  let vendor: StartedVendor;
  beforeAll(async () => {
    vendor = await startVendor((app, place) => stripe.mount(app, place));
  });
  afterAll(() => vendor.close());
  const keys = () => stripe.settings(vendor.place) as { SecretKey: string; WebhookSecrets: [string] };

  it('verifies every webhook that the simulator signs, and no changed one', async () => {
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
