// Simulates Money.Mail.Ru for development and tests. Notifications are resent until a signed reply arrives.
import { readSimulatorParams, SimulatedVendorError } from '#kit/simulator-api.server.ts';
import { sendSimulatorPage } from '#kit/simulator-page.server.ts';
import { formatMoney } from '#model/money.ts';
import { toScriptLiteral, sendPayPage, type PayPageReply } from '../simulator-pay-page.server.ts';
import { requireChosenAction, simulateProvider } from '../simulator-provider.server.ts';
import { mountMoneyMailRuApi, simulatedRefundMethod } from './simulator-api.server.ts';
import {
  listMoneyMailRuActions,
  performMoneyMailRuAction,
  computeChargedAndReturned,
  type SimulatedPayment,
} from './simulator-records.server.ts';
import type { MoneyMailRuAction, MoneyMailRuEvent } from './simulator-records.server.ts';
import {
  isFinalWebhookReply,
  simulatedMerchant,
  signAsMoneyMailRu,
  getSimulatedPublicKey,
} from './simulator-keys.server.ts';

const title = 'Money.Mail.Ru';
const accent = '#005ff9';

export const simulator = simulateProvider<SimulatedPayment, MoneyMailRuEvent, MoneyMailRuAction>({
  title,
  accent,
  backOffice: 'pages for shops',
  settings: ({ at, isLive = false }) => ({
    MerchantId: simulatedMerchant.merchantId,
    PrivateKey: simulatedMerchant.privateKey,
    PublicKeys: [getSimulatedPublicKey()],
    PayMethod: isLive ? 'card_rub' : 'cpgtest',
    RefundMethod: simulatedRefundMethod,
    NotificationNetworks: ['127.0.0.0/8', '::1/128'],
    PageOrigins: [URL.canParse(at) ? new URL(at).origin : 'http://localhost'],
    ApiBase: at,
  }),
  readAttemptId: ({ issuerId }) => issuerId,
  listActions: listMoneyMailRuActions,
  performAction: performMoneyMailRuAction,
  sum: computeChargedAndReturned,
  writeWebhook: ({ transaction }, { now }) => {
    const header = {
      status: 'OK',
      ts: String(Math.floor(now().getTime() / 1000)),
      client_id: simulatedMerchant.merchantId,
    };
    const { data, signature } = signAsMoneyMailRu({ body: transaction, header });
    return {
      body: new URLSearchParams({ data, signature, version: '2-07' }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    };
  },
  // Money.Mail.Ru does not document its retries.
  retryRules: { pausesMs: [100, 400, 1_000], isOver: isFinalWebhookReply },
  describe: (payment) => ({
    id: payment.id,
    name: payment.description,
    price: sayPrice(payment.amountMinor),
    state: sayState(payment),
  }),
  pay(texts, { records, act }) {
    const payment = records.find(({ token }) => token === texts['token']);
    if (!payment) throw new SimulatedVendorError(400, { error: 'There is no such payment.' });
    const { how } = texts;
    if (how === 'wait') return answerBuyer(payment);
    // The page only sends a message; the payment does not change.
    if (how === 'garbage' || how === 'elsewhere') return { status: how, text: 'Said.' };
    const chosen = requireChosenAction(texts, ['pay', 'decline', 'pay later']);
    if (!listMoneyMailRuActions(payment).includes(chosen))
      throw new SimulatedVendorError(400, { error: 'This payment is over.' });
    payment.refundsLater = texts['refunds'] === 'later';
    void act(chosen, payment);
    return answerBuyer(payment);
  },
  mount(app, context) {
    const { records, place } = context;
    mountMoneyMailRuApi(
      app,
      context,
      ({ id, token }) => `${place.at}/api/init/freepay?order_id=${id}&signature=${token}`,
    );
    app.get('/api/init/freepay', (request, reply) => {
      const { order_id: id = '', signature } = readSimulatorParams(request.query);
      const payment = records.get(id);
      if (!payment || payment.token !== signature) return reply.code(404).send({ error: 'There is no such payment.' });
      const { returnUrl } = payment;
      return sendPayPage(reply, {
        provider: title,
        accent,
        name: payment.description,
        price: sayPrice(payment.amountMinor),
        token: payment.token,
        payUrl: `${place.at}/pay`,
        choices: {
          pay: 'Pay',
          decline: 'Decline',
          'pay later': 'Pay later (the bank is slow)',
          garbage: 'Say what nobody can read',
          elsewhere: 'Say from elsewhere that it is paid',
        },
        refunds: ['at once', 'later'],
        canClose: true,
        ...(returnUrl === undefined
          ? { parentOrigin: '*' }
          : { parentOrigin: undefined, returnUrl, exitUrl: returnUrl }),
        tell: `${tellWindow}(${toScriptLiteral(`${place.at}/elsewhere`)})`,
      });
    });
    // A page of another origin in the payment frame. Its messages must be ignored.
    app.get('/elsewhere', (_, reply) =>
      sendSimulatorPage(reply, {
        accent,
        title: `${title} (simulated), elsewhere`,
        frameAncestors: '*; sandbox allow-scripts',
        body: '<main><p class="note">A page of another origin, which reports a payment.</p></main>',
        script: `window.parent.postMessage('{"action":"paySuccess"}', '*');window.parent.postMessage('{', '*');`,
      }),
    );
  },
});

const answerBuyer = ({ status }: SimulatedPayment): PayPageReply => ({
  status,
  text: texts[status],
  isWaiting: status === 'process',
  isOver: status === 'paid' || status === 'rejected',
});

const texts: Readonly<Record<SimulatedPayment['status'], string>> = {
  new: 'Not paid.',
  process: 'Your bank will tell later.',
  paid: 'Done.',
  rejected: 'The payment has failed.',
  expired: 'The time is over.',
};

// Runs in the page. Sends JSON text as observed on a real page.
const tellWindow = `((elsewhere) => (name, detail) => {
  if (window.parent === window) return;
  const send = (text) => window.parent.postMessage(text, '*');
  const say = (action) => send(JSON.stringify({ action, action_params: {} }));
  if (name === 'ready') say('ready');
  if (name === 'closed') say('closeWindow');
  if (name !== 'status') return;
  if (detail.status === 'paid') say('paySuccess');
  if (detail.status === 'rejected' || detail.status === 'expired') say('payError');
  if (detail.status === 'garbage') send('<payment/>');
  if (detail.status === 'elsewhere') location.assign(elsewhere);
})`;

const sayPrice = (minor: number): string => formatMoney({ minor, currency: 'RUB' }, 'en');

const sayState = ({ status, refunds }: SimulatedPayment): string =>
  [status, ...refunds.map((refund) => `refund of ${sayPrice(refund.amountMinor)} ${refund.status}`)].join('; ');
