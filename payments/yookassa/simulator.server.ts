import type { FastifyReply } from 'fastify';
import { readSimulatorParams, SimulatedVendorError } from '#kit/simulator-api.server.ts';
import { escapeHtml, sendSimulatorPage } from '#kit/simulator-page.server.ts';
import { formatMoney } from '#model/money.ts';
import { toScriptLiteral, sendPayPage, type PayPageReply } from '../simulator-pay-page.server.ts';
import type { PaymentSimulatorEnvironment } from '../simulator-port.server.ts';
import { requireChosenAction, simulateProvider } from '../simulator-provider.server.ts';
import { mountYookassaApi, simulatedShopId } from './simulator-api.server.ts';
import {
  listYookassaActions,
  isPaymentExpired,
  performYookassaAction,
  computeChargedAndReturned,
  type SimulatedPayment,
} from './simulator-records.server.ts';
import type { YookassaAction, YookassaEvent } from './simulator-records.server.ts';

export const simulator = simulateProvider<SimulatedPayment, YookassaEvent, YookassaAction>({
  title: 'YooKassa',
  accent: '#0070f0',
  backOffice: 'cabinet',
  settings: (place) => ({
    ShopId: simulatedShopId,
    SecretKey: writeSecretKey(place),
    Receipt: { VatCode: 1, PaymentSubject: 'service', PaymentMode: 'full_payment', TaxSystemCode: 2 },
    NotificationNetworks: ['127.0.0.0/8', '::1/128'],
    ApiBase: `${place.at}/v3`,
    ScriptUrl: `${place.at}/checkout-widget.js`,
  }),
  readAttemptId: ({ metadata }) => metadata['attempt_id'],
  listActions: listYookassaActions,
  performAction: performYookassaAction,
  sum: computeChargedAndReturned,
  // Like YooKassa's, the webhook has no signature and no id.
  writeWebhook: ({ type: event, object }) => ({
    body: JSON.stringify({ type: 'notification', event, object }),
    headers: { 'content-type': 'application/json' },
  }),
  // YooKassa's seven retry pauses, shortened.
  retryRules: { pausesMs: [10, 42, 84, 168, 672, 1000, 1000], isOver: ({ status }) => status === 200 },
  describe: (payment) => ({
    id: payment.id,
    name: payment.description,
    price: sayPrice(payment.amountMinor),
    state: sayState(payment),
  }),
  script: { path: '/checkout-widget.js', file: new URL('simulator-script.js', import.meta.url) },
  pay(texts, { records, place, act }) {
    const payment = records.find(({ token }) => token === texts['token']);
    if (!payment) throw new SimulatedVendorError(400, { error: 'There is no such payment.' });
    if (texts['how'] === 'wait') return answerBuyer(payment);
    if (payment.status !== 'pending' || isPaymentExpired(payment, place.now()))
      throw new SimulatedVendorError(400, { error: 'This payment is over.' });
    // After a declined card the buyer may try again.
    if (texts['how'] === 'wrong') return { status: payment.status, error: 'This card was declined. Try another.' };
    payment.refundsLater = texts['refunds'] === 'later';
    void act(requireChosenAction(texts, ['pay', 'decline', 'pay later']), payment);
    return answerBuyer(payment);
  },
  mount(app, context) {
    const { records, place } = context;
    mountYookassaApi(app, context, writeSecretKey(place));
    app.get('/embedded', (request, reply) => {
      const { token, origin: parentOrigin = '' } = readSimulatorParams(request.query);
      if (!/^https?:\/\/[\w.:-]+$/.test(parentOrigin)) return reply.code(400).send({ error: 'The origin is wrong.' });
      const payment = records.find((each) => each.token === token);
      if (!payment || payment.returnUrl !== undefined) return sendErrorPage(reply, 'invalid_token', parentOrigin);
      if (payment.status !== 'pending' || isPaymentExpired(payment, place.now()))
        return sendErrorPage(reply, 'token_expired', parentOrigin);
      return sendPayPage(reply, { ...describePage(payment, place), parentOrigin });
    });
    app.get('/checkout/payments/:id', (request, reply) => {
      const payment = records.get(readSimulatorParams(request.params)['id'] ?? '');
      const { returnUrl } = payment ?? {};
      if (!payment || returnUrl === undefined) return reply.code(404).send({ error: 'There is no such payment.' });
      if (payment.status !== 'pending') return reply.code(303).header('location', returnUrl).send();
      return sendPayPage(reply, {
        ...describePage(payment, place),
        parentOrigin: undefined,
        returnUrl,
        exitUrl: returnUrl,
      });
    });
  },
});

const writeSecretKey = ({ isLive = false }: PaymentSimulatorEnvironment) =>
  `${isLive ? 'live' : 'test'}_simulated0secret0key`;

const answerBuyer = ({ status }: SimulatedPayment): PayPageReply => ({
  status,
  text:
    status === 'pending' ? 'Your bank will tell later.' : status === 'canceled' ? 'The payment has failed.' : 'Done.',
  isWaiting: status === 'pending',
  isOver: status !== 'pending',
});

const describePage = (payment: SimulatedPayment, place: PaymentSimulatorEnvironment) => ({
  provider: 'YooKassa',
  accent: '#0070f0',
  name: payment.description,
  price: sayPrice(payment.amountMinor),
  token: payment.token,
  payUrl: `${place.at}/pay`,
  choices: {
    pay: 'Pay',
    wrong: 'Wrong card (try again)',
    decline: 'Decline for good',
    'pay later': 'Pay later (the bank is slow)',
  },
  refunds: ['at once', 'later'],
});

/** The page sends the error code to the surrounding window. */
function sendErrorPage(reply: FastifyReply, error: string, parentOrigin: string): FastifyReply {
  const message = { type: 'simulated-payment', name: 'error', error };
  return sendSimulatorPage(reply, {
    accent: '#0070f0',
    title: 'YooKassa (simulated)',
    frameAncestors: '*',
    body: `<main><p class="note">A simulation of YooKassa: ${escapeHtml(error)}</p></main>`,
    script: `window.parent.postMessage(${toScriptLiteral(message)}, ${toScriptLiteral(parentOrigin)});`,
  });
}

const sayPrice = (minor: number): string => formatMoney({ minor, currency: 'RUB' }, 'en');

function sayState({ status, isWithBank, cancelReason, refunds }: SimulatedPayment): string {
  const state = status === 'pending' && isWithBank ? 'pending, with the bank' : status;
  const returned = refunds.map((refund) => `refund of ${sayPrice(refund.amountMinor)} ${refund.status}`);
  return [cancelReason === undefined ? state : `${state} (${cancelReason})`, ...returned].join('; ');
}
