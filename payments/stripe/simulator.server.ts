// Stripe on a laptop and in tests: its API, its script with the form, its own page, its signed webhooks, and at its address its dashboard.
import { createHmac } from 'node:crypto';
import { readFields, VendorErrorReply } from '#kit/simulator-api.server.ts';
import { isSuccess } from '#kit/simulator-webhooks.server.ts';
import { formatMoney } from '#model/money.ts';
import { sendPayPage } from '../simulator-pay-page.server.ts';
import type { SimulatorPlace } from '../simulator-port.server.ts';
import { requireChoice, simulateProvider } from '../simulator-shop.server.ts';
import { fromStripeAmount } from './amounts.server.ts';
import { mountApi } from './simulator-api.server.ts';
import {
  listActs,
  makeId,
  perform,
  sumMoney,
  countSeconds,
  type SimulatedSession,
} from './simulator-records.server.ts';
import type { StripeAct, StripeEvent } from './simulator-records.server.ts';

export const simulator = simulateProvider<SimulatedSession, StripeEvent, StripeAct>({
  title: 'Stripe',
  accent: '#635bff',
  backOffice: 'dashboard',
  settings: (place) => ({
    SecretKey: writeSecretKey(place),
    PublishableKey: writePublishableKey(place),
    WebhookSecrets: [webhookSecret],
    ApiBase: place.at,
    ScriptUrl: `${place.at}/stripe.js`,
  }),
  readAttempt: ({ metadata }) => metadata['attempt_id'],
  listActs,
  perform,
  sum: sumMoney,
  writeWebhook({ type, object }, place) {
    const nowS = countSeconds(place.now());
    const body = JSON.stringify({
      id: makeId('evt'),
      object: 'event',
      api_version: '2026-10-28.endive',
      created: nowS,
      livemode: place.isLive ?? false,
      type,
      data: { object },
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
    });
    // The key is the whole secret, as text.
    const code = createHmac('sha256', webhookSecret).update(`${nowS}.${body}`).digest('hex');
    return { body, headers: { 'content-type': 'application/json', 'stripe-signature': `t=${nowS},v1=${code}` } };
  },
  // A sandbox of Stripe tries three more times over some hours; here it is some seconds.
  sending: { pausesMs: [300, 900, 2_000], isOver: isSuccess },
  describe: (session) => ({ id: session.id, name: session.name, price: sayPrice(session), state: sayState(session) }),
  switches: { early: 'Pay new sessions before they are answered' },
  script: { path: '/stripe.js', file: new URL('simulator-script.js', import.meta.url) },
  pay(texts, { records, act }) {
    const session = records.find(({ clientSecret }) => clientSecret === texts['token']);
    if (session?.status !== 'open')
      throw new VendorErrorReply(400, { error: 'There is no such session, or it is over.' });
    void act(requireChoice(texts, ['pay', 'decline', 'pay later']), session);
    // A refused card leaves everything as it was: one may try again, as at Stripe.
    if (session.intent?.status === 'requires_payment_method')
      return { status: session.status, error: 'Your card was declined. Try again.' };
    if (session.intent) session.intent.refundsLater = texts['refunds'] === 'later';
    return { status: session.status, isOver: true };
  },
  mount(app, shop) {
    const { records, place } = shop;
    mountApi(app, shop, writeSecretKey(place));
    app.get('/embedded', (request, reply) => {
      const { client_secret: secret, key, origin: parentOrigin = '' } = readFields(request.query);
      const session = records.find(({ clientSecret }) => clientSecret === secret);
      if (!session || key !== writePublishableKey(place) || !/^https?:\/\/[\w.:-]+$/.test(parentOrigin))
        return reply.code(400).send({ error: 'The client secret, the key or the origin is wrong.' });
      // Beside the frame itself: Stripe's scripts are on another host than its pages.
      return sendPayPage(reply, { ...describePage(session), payUrl: 'pay', parentOrigin });
    });
    app.get('/c/pay/:id', (request, reply) => {
      const session = records.get(readFields(request.params)['id'] ?? '');
      if (!session) return reply.code(404).send({ error: 'There is no such session.' });
      return sendPayPage(reply, {
        ...describePage(session),
        payUrl: `${place.at}/pay`,
        parentOrigin: undefined,
        returnUrl: session.successUrl?.replaceAll('{CHECKOUT_SESSION_ID}', session.id),
        ...(session.cancelUrl !== null && { exitUrl: session.cancelUrl }),
      });
    });
  },
});

const chooseMode = ({ isLive = false }: SimulatorPlace) => (isLive ? 'live' : 'test');
const writeSecretKey = (place: SimulatorPlace) => `sk_${chooseMode(place)}_simulated0secret0key`;
const writePublishableKey = (place: SimulatorPlace) => `pk_${chooseMode(place)}_simulated0publishable0key`;
const webhookSecret = 'whsec_simulated0webhook0secret';

const describePage = (session: SimulatedSession) => ({
  provider: 'Stripe',
  accent: '#635bff',
  name: session.name,
  price: sayPrice(session),
  token: session.clientSecret,
  choices: { pay: 'Pay', decline: 'Decline', 'pay later': 'Pay later (bank debit)' },
  hasBank: true,
  refunds: ['at once', 'later'],
});

function sayPrice({ amount, currency }: SimulatedSession): string {
  const { amountMinor: minor, currency: code } = fromStripeAmount(amount, currency);
  return formatMoney({ minor, currency: code }, 'en');
}

function sayState({ status, intent }: SimulatedSession): string {
  const refunds = (intent?.refunds ?? []).map((refund) => `refund of ${refund.amount} ${refund.status}`);
  const disputes = (intent?.disputes ?? []).map((dispute) => `dispute ${dispute.status}`);
  return [status, ...(intent ? [intent.status] : []), ...refunds, ...disputes].join('; ');
}
