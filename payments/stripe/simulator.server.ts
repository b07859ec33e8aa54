import { createHmac } from 'node:crypto';
import { readSimulatorParams, SimulatedVendorError } from '#kit/simulator-api.server.ts';
import { isSuccessStatus } from '#kit/simulator-webhooks.server.ts';
import { formatMoney } from '#model/money.ts';
import { sendPayPage } from '../simulator-pay-page.server.ts';
import type { PaymentSimulatorEnvironment } from '../simulator-port.server.ts';
import { requireChosenAction, simulateProvider } from '../simulator-provider.server.ts';
import { fromStripeAmount } from './amounts.server.ts';
import { mountStripeApi } from './simulator-api.server.ts';
import {
  listStripeActions,
  createStripeId,
  performStripeAction,
  computeChargedAndReturned,
  toUnixSeconds,
  type SimulatedSession,
} from './simulator-records.server.ts';
import type { StripeAction, StripeEvent } from './simulator-records.server.ts';

export const simulator = simulateProvider<SimulatedSession, StripeEvent, StripeAction>({
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
  readAttemptId: ({ metadata }) => metadata['attempt_id'],
  listActions: listStripeActions,
  performAction: performStripeAction,
  sum: computeChargedAndReturned,
  writeWebhook({ type, object }, place) {
    const nowS = toUnixSeconds(place.now());
    const body = JSON.stringify({
      id: createStripeId('evt'),
      object: 'event',
      api_version: '2026-10-28.endive',
      created: nowS,
      livemode: place.isLive ?? false,
      type,
      data: { object },
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
    });
    // Stripe uses the whole secret as the key, including its prefix.
    const code = createHmac('sha256', webhookSecret).update(`${nowS}.${body}`).digest('hex');
    return { body, headers: { 'content-type': 'application/json', 'stripe-signature': `t=${nowS},v1=${code}` } };
  },
  // Stripe's sandbox retries over a few hours; the simulator retries within seconds.
  retryRules: { pausesMs: [300, 900, 2_000], isOver: isSuccessStatus },
  describe: (session) => ({ id: session.id, name: session.name, price: sayPrice(session), state: sayState(session) }),
  switches: { early: 'Pay new sessions before they are answered' },
  script: { path: '/stripe.js', file: new URL('simulator-script.js', import.meta.url) },
  pay(texts, { records, act }) {
    const session = records.find(({ clientSecret }) => clientSecret === texts['token']);
    if (session?.status !== 'open')
      throw new SimulatedVendorError(400, { error: 'There is no such session, or it is over.' });
    void act(requireChosenAction(texts, ['pay', 'decline', 'pay later']), session);
    // After a declined card the buyer may try again.
    if (session.intent?.status === 'requires_payment_method')
      return { status: session.status, error: 'Your card was declined. Try again.' };
    if (session.intent) session.intent.refundsLater = texts['refunds'] === 'later';
    return { status: session.status, isOver: true };
  },
  mount(app, context) {
    const { records, place } = context;
    mountStripeApi(app, context, writeSecretKey(place));
    app.get('/embedded', (request, reply) => {
      const { client_secret: secret, key, origin: parentOrigin = '' } = readSimulatorParams(request.query);
      const session = records.find(({ clientSecret }) => clientSecret === secret);
      if (!session || key !== writePublishableKey(place) || !/^https?:\/\/[\w.:-]+$/.test(parentOrigin))
        return reply.code(400).send({ error: 'The client secret, the key or the origin is wrong.' });
      // Relative to the frame, because Stripe serves its pages from another host than its scripts.
      return sendPayPage(reply, { ...describePage(session), payUrl: 'pay', parentOrigin });
    });
    app.get('/c/pay/:id', (request, reply) => {
      const session = records.get(readSimulatorParams(request.params)['id'] ?? '');
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

const chooseMode = ({ isLive = false }: PaymentSimulatorEnvironment) => (isLive ? 'live' : 'test');
const writeSecretKey = (place: PaymentSimulatorEnvironment) => `sk_${chooseMode(place)}_simulated0secret0key`;
const writePublishableKey = (place: PaymentSimulatorEnvironment) => `pk_${chooseMode(place)}_simulated0publishable0key`;
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
