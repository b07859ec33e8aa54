// Simulates Bank 131 for development and tests, including the banking app's page for an SBP link.
import { sign } from 'node:crypto';
import { readSimulatorParams, SimulatedVendorError } from '#kit/simulator-api.server.ts';
import { formatMoney } from '#model/money.ts';
import { readAttemptId } from '#kit/payment-metadata.server.ts';
import { sendPayPage, type PayPageReply } from '../simulator-pay-page.server.ts';
import { requireChosenAction, simulateProvider } from '../simulator-provider.server.ts';
import { parseMetadata } from './payment.server.ts';
import {
  startSimulatedPayment,
  simulatedKeys,
  mountBank131Api,
  simulatedBank131ProjectId,
} from './simulator-api.server.ts';
import {
  finishPayment,
  cancelIfUnconfirmed,
  listBank131Actions,
  findOrCreatePayment,
  performBank131Action,
  computeChargedAndReturned,
} from './simulator-records.server.ts';
import type { Bank131Action, Bank131Event, SimulatedPayment, SimulatedSession } from './simulator-records.server.ts';

export const simulator = simulateProvider<SimulatedSession, Bank131Event, Bank131Action>({
  title: 'Bank 131',
  accent: '#1d3fbb',
  backOffice: 'cabinet',
  settings: (place) => ({
    Project: simulatedBank131ProjectId,
    PrivateKey: simulatedKeys.ours.privateKey,
    BankPublicKeys: [simulatedKeys.bank.publicKey],
    Mode: place.isLive ? 'Live' : 'Demo',
    Company: { Name: 'FxId Games LLC', Address: '12 Invented Street, Kazan' },
    Widget: { ScriptUrl: `${place.at}/payment-form.js`, GlobalName: 'SimulatedBankForm' },
    ApiBase: place.at,
  }),
  readAttemptId: ({ metadata }) => readAttemptId(parseMetadata(metadata)),
  listActions: listBank131Actions,
  performAction: performBank131Action,
  sum: computeChargedAndReturned,
  writeWebhook({ type, session, isForged }) {
    const body = JSON.stringify({ type, session });
    const { privateKey } = isForged ? simulatedKeys.stranger : simulatedKeys.bank;
    const signature = sign('sha256', Buffer.from(body), privateKey).toString('base64');
    return { body, headers: { 'content-type': 'application/json', 'x-partner-sign': signature } };
  },
  // The bank documents "growing intervals, until it gets a response", without numbers.
  retryRules: { pausesMs: [100, 300, 900, 2_700], isOver: ({ status }) => status === 200 },
  describe: (session) => ({
    id: session.id,
    name: session.metadata,
    price: sayPrice(session),
    state: sayState(session),
  }),
  switches: {
    auto: 'Confirm by itself, without asking the shop',
    late: 'Give links of SBP twelve seconds late',
  },
  script: { path: '/payment-form.js', file: new URL('simulator-script.js', import.meta.url) },
  pay(texts, context) {
    const { records, place } = context;
    const token = texts['token'] ?? '';
    const linked = records.find(({ payments }) => payments.some(({ id }) => id === token));
    const session = linked ?? records.find(({ tokens }) => tokens.includes(token));
    if (!session) throw new SimulatedVendorError(400, { error: 'There is no such payment.' });
    void context.send(cancelIfUnconfirmed(session, place.now()));
    if (texts['how'] === 'wait') return answerBuyer(session);
    if (session.status === 'accepted' || session.status === 'cancelled')
      throw new SimulatedVendorError(400, { error: 'This payment is over.' });
    const wish = requireChosenAction(texts, ['pay', 'decline'] as const);
    const payment = findOrCreatePayment(session, 'card', place.now());
    payment.refundsLater = texts['refunds'] === 'later';
    if (linked) {
      const status = wish === 'pay' ? 'succeeded' : 'failed';
      void context.send(
        finishPayment(session, payment, status, place.now(), wish === 'pay' ? undefined : 'operation_rejected'),
      );
      return answerBuyer(session);
    }
    if (payment.method !== 'card') throw new SimulatedVendorError(400, { error: 'It is being paid by SBP already.' });
    payment.resultWhenConfirmed = wish;
    payment.last4 = (texts['card'] ?? '').replaceAll(' ', '').slice(-4) || payment.last4;
    startSimulatedPayment(context, session, payment);
    return answerBuyer(session);
  },
  async mount(app, context) {
    const { records, place } = context;
    await mountBank131Api(app, context);
    app.get('/form', (request, reply) => {
      const { token = '', origin: parentOrigin = '' } = readSimulatorParams(request.query);
      const session = records.find(({ tokens }) => tokens.includes(token));
      if (!session || !/^https?:\/\/[\w.:-]+$/.test(parentOrigin))
        return reply.code(400).send({ error: 'The token or the origin is wrong.' });
      return sendPayPage(reply, { ...describePage(session, token), payUrl: 'pay', parentOrigin });
    });
    app.get('/qr/:id', (request, reply) => {
      const id = readSimulatorParams(request.params)['id'] ?? '';
      const session = records.find(({ payments }) => payments.some((payment) => payment.id === id));
      if (!session) return reply.code(404).send({ error: 'There is no such payment.' });
      return sendPayPage(reply, {
        ...describePage(session, id),
        provider: "A bank's application",
        payUrl: `${place.at}/pay`,
        parentOrigin: undefined,
      });
    });
  },
});

function answerBuyer({ status, nextAction }: SimulatedSession): PayPageReply {
  const isWaiting = status === 'in_progress' || status === 'created' || status === 'error';
  const text = nextAction === 'confirm' ? 'The shop has to confirm it.' : 'The bank is at work.';
  return {
    status,
    text: isWaiting ? text : status === 'accepted' ? 'Done.' : 'The payment has failed.',
    isWaiting,
    isOver: !isWaiting,
  };
}

const describePage = (session: SimulatedSession, token: string) => ({
  provider: 'Bank 131',
  accent: '#1d3fbb',
  name: `Payment ${session.id.slice(0, 9)}`,
  price: sayPrice(session),
  token,
  choices: { pay: 'Pay', decline: 'Decline' },
  refunds: ['at once', 'later'],
});

const sayPrice = ({ amountMinor: minor, currency }: SimulatedSession): string =>
  formatMoney({ minor, currency: currency.toUpperCase() }, 'en');

function sayState({ status, nextAction, errorCode, payments, amountMinor }: SimulatedSession): string {
  const sayPayment = ({ method, status: state, refunds }: SimulatedPayment): string => {
    const back = refunds.map(
      (refund) => `${refund.isChargeback ? 'chargeback' : 'refund'} of ${refund.amountMinor} ${refund.status}`,
    );
    return [`${method} ${state}`, ...back].join(', ');
  };
  const waits = nextAction === undefined ? [] : [`waits for ${nextAction}`];
  return [
    status,
    ...waits,
    ...(errorCode === undefined ? [] : [errorCode]),
    ...payments.map(sayPayment),
    `${amountMinor} kopecks`,
  ].join('; ');
}
