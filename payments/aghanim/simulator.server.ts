// Simulates Aghanim for development and tests. As in Aghanim's sandbox, the card number decides the result.
import { createHmac } from 'node:crypto';
import { readSimulatorParams, SimulatedVendorError } from '#kit/simulator-api.server.ts';
import { isSuccessStatus, sendWebhookOnce, type SimulatedWebhook } from '#kit/simulator-webhooks.server.ts';
import { formatMoney } from '#model/money.ts';
import { sendPayPage, type PayPageReply } from '../simulator-pay-page.server.ts';
import type { PaymentSimulatorEnvironment } from '../simulator-port.server.ts';
import { requireChosenAction, simulateProvider, type SimulatorContext } from '../simulator-provider.server.ts';
import { mountAghanimApi } from './simulator-api.server.ts';
import {
  isOrderPayable,
  toUnixSeconds,
  listAghanimActions,
  createAghanimId,
  performAghanimAction,
  computeChargedAndReturned,
} from './simulator-records.server.ts';
import type { AghanimAction, AghanimEvent, SimulatedOrder } from './simulator-records.server.ts';

export const simulator = simulateProvider<SimulatedOrder, AghanimEvent, AghanimAction>({
  title: 'Aghanim',
  accent: '#5b2be0',
  backOffice: 'dashboard',
  settings: (place) => ({
    ApiKey: writeKey(place),
    WebhookSecrets: [webhookSecret],
    Sandbox: !(place.isLive ?? false),
    ApiBase: place.at,
  }),
  readAttemptId: ({ metadata }) => metadata['attempt_id'],
  listActions: listAghanimActions,
  performAction: performAghanimAction,
  sum: computeChargedAndReturned,
  writeWebhook,
  // Aghanim does not document how long it retries.
  retryRules: { pausesMs: [300, 900, 2_000], isOver: isSuccessStatus },
  describe: (order) => ({ id: order.id, name: order.item.name, price: sayPrice(order), state: sayState(order) }),
  switches: { refundsLater: 'Take refunds on, and send them later' },
  async pay(texts, context) {
    const { records, place } = context;
    const order = records.get(texts['token'] ?? '');
    if (!order || !isOrderPayable(order, place.now()))
      throw new SimulatedVendorError(400, { error: 'There is no such order, or it is over.' });
    const chosen = requireChosenAction(texts, ['pay', 'decline', 'pay later']);
    const question = { type: 'player.verify', data: { player_id: order.playerId } };
    const player = await sendWebhookOnce(place.hookUrl, writeWebhook(question, place));
    if (!isSuccessStatus(player))
      return { status: 'refused', error: `The game does not know this player: ${player.status}` };
    return chosen === 'pay'
      ? payByCard(order, (texts['card'] ?? '').replaceAll(' ', ''), context)
      : performForBuyer(chosen, order, context);
  },
  mount(app, context) {
    const { records, place } = context;
    mountAghanimApi(app, context, writeKey(place));
    app.get('/order/:id', (request, reply) => {
      const order = records.get(readSimulatorParams(request.params)['id'] ?? '');
      if (!order) return reply.code(404).send({ error: 'There is no such order.' });
      const returnUrl = order.returnUrl?.replaceAll('{order_id}', order.id);
      return sendPayPage(reply, {
        provider: 'Aghanim',
        accent: '#5b2be0',
        name: order.item.name,
        price: sayPrice(order),
        token: order.id,
        payUrl: `${place.at}/pay`,
        choices: { pay: 'Pay', decline: 'Decline', 'pay later': 'Hold the money (captured)' },
        hasBank: true,
        parentOrigin: undefined,
        returnUrl,
        exitUrl: returnUrl,
      });
    });
  },
});

const writeKey = ({ isLive = false }: PaymentSimulatorEnvironment) =>
  `simulated0${isLive ? 'live' : 'sandbox'}0s2s0key`;
const webhookSecret = 'simulated0webhook0secret';

type AghanimContext = SimulatorContext<SimulatedOrder, AghanimEvent, AghanimAction>;

/** Test card numbers of Aghanim's sandbox. Any other card pays. */
function payByCard(order: SimulatedOrder, card: string, context: AghanimContext): PayPageReply {
  if (card === bankCard && !order.hasBankAsked) {
    order.hasBankAsked = true;
    return { status: 'waiting', error: 'Your bank wants to know that it is you: choose 3-D Secure.' };
  }
  const reason = declines.get(card);
  if (reason !== undefined) return performForBuyer('decline', order, context, reason);
  if (card === fraudCard) return performForBuyer('report fraud', order, context, 'This payment looks like fraud.');
  const afterwards = disputes.get(card);
  if (afterwards) void playDispute(order, afterwards, context);
  else void context.act('pay', order);
  return { status: order.status, isOver: true };
}

const bankCard = '4224703082575813';
const fraudCard = '4171680000000004';
const declines: ReadonlyMap<string, string> = new Map([
  ['4832285061609015', 'Your card was declined (16).'],
  ['4211127262112418', 'There is not enough money on the card (2051).'],
  ['4411588321713124', 'This card was lost (3041).'],
  ['4178131827309866', 'This card was stolen (3043).'],
  ['4867053716965705', 'This card has expired (2054).'],
]);
const disputes: ReadonlyMap<string, AghanimAction> = new Map([
  ['4000000000000267', 'lose dispute'],
  ['4000000000002685', 'uphold payment'],
]);

async function playDispute(order: SimulatedOrder, end: AghanimAction, { act }: AghanimContext): Promise<void> {
  for (const each of ['pay', 'dispute', end] as const) await act(each, order);
}

function performForBuyer(
  act: AghanimAction,
  order: SimulatedOrder,
  context: AghanimContext,
  reason = 'Your card was declined.',
): PayPageReply {
  void context.act(act, order);
  if (act === 'pay later') return { status: order.status, text: 'Your bank holds the money.', isOver: true };
  return { status: order.status, error: `${reason} Try again.` };
}

function writeWebhook({ type, data }: AghanimEvent, place: PaymentSimulatorEnvironment): SimulatedWebhook {
  const nowS = toUnixSeconds(place.now());
  const body = JSON.stringify({
    event_type: type,
    event_data: data,
    event_time: nowS,
    event_id: createAghanimId('whevt'),
    idempotency_key: type === 'player.verify' ? null : createAghanimId('idem'),
    request_id: createAghanimId('req'),
    sandbox: !(place.isLive ?? false),
    trigger: null,
    transaction_id: createAghanimId('whtx'),
    context: null,
    game_id: 'gm_simulated',
  });
  const signature = createHmac('sha256', webhookSecret).update(`${nowS}.${body}`).digest('hex');
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Aghanim/0.1.0',
      'x-aghanim-signature': signature,
      'x-aghanim-signature-timestamp': String(nowS),
    },
  };
}

const sayPrice = ({ amount: minor, currency }: SimulatedOrder): string => formatMoney({ minor, currency }, 'en');

const sayState = ({ status, payments }: SimulatedOrder): string =>
  [status, ...payments.map((payment) => `${payment.id} ${payment.status}`)].join('; ');
