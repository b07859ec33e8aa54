// Simulates WizQ as we invented it: signed launches, order queries and results.
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { toDecimal } from '#kit/decimal-amount.ts';
import { parseJson } from '#kit/parse-json.server.ts';
import {
  createSimulatorApi,
  readSimulatorParams,
  SimulatedVendorError,
  type SimulatorParams,
} from '#kit/simulator-api.server.ts';
import { createSimulatorRecords, memoizeBySimulatorUrl } from '#kit/simulator-records.server.ts';
import {
  isSuccessStatus,
  sendWebhookOnce,
  sendWebhookWithRetries,
  type SimulatedWebhook,
} from '#kit/simulator-webhooks.server.ts';
import type {
  TestLoginKind,
  PlatformSimulator,
  SimulatedPurchase,
  SimulatorEnvironment,
} from '../simulator-port.server.ts';
import { signOrder, signatureHeader, signBody } from './order.server.ts';
import { signContent } from './signed-content.server.ts';

export const simulator: PlatformSimulator = {
  mount: async (app, place) => mountOrders(app, place),

  settings: ({ at, pageOrigin = new URL(at).origin }) => ({ TestKey: key, FrameOrigin: pageOrigin }),

  launch: async ({ id }, { proof }, place) => ({
    query: {
      wizq: signContent({ kind: 'start', user: id, at: readSeconds(place) - (proof === 'expired' ? staleS : 0) }, key),
    },
  }),

  // The token that our server's getUserId would return: WizQ itself issues none.
  async login(kind, { id: user }, place) {
    const game = kind === 'other game' ? 'sky-courier' : 'gem-miner';
    const at = readSeconds(place) + (shiftS[kind] ?? 0);
    const Token = signContent(
      { kind: 'token', user, game, at, id: randomUUID() },
      kind === 'foreign' ? 'the key of another' : key,
    );
    return { Token: kind === 'changed' ? Token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')) : Token };
  },

  webhooks: {
    ask: async ({ payerId, ...purchase }) => createQuestion(signOrder(purchase, key), payerId),
    paid: async (purchase, place) => createNotice('orderPaid', describe(purchase), place),
    refunded: async (purchase, place) => createNotice('orderRefunded', describe(purchase), place),
  },
};

const key = 'simulated-wizq-key';
const staleS = 25 * 3600;
const shiftS: Partial<Record<TestLoginKind, number>> = { stale: -600, future: 600 };
const readSeconds = ({ now }: SimulatorEnvironment): number => Math.floor(now().getTime() / 1000);

interface Order {
  readonly secured: string;
  readonly sku: string;
  readonly amount: string;
  readonly currency: string;
}

const describe = (purchase: SimulatedPurchase): Order => ({
  secured: signOrder(purchase, key),
  sku: purchase.sku,
  amount: toDecimal(purchase.amountMinor, purchase.currency),
  currency: purchase.currency,
});

function createWebhook(content: object): SimulatedWebhook {
  const body = JSON.stringify(content);
  return { body, headers: { 'content-type': 'application/json', [signatureHeader]: signBody(body, key) } };
}

const createQuestion = (secured: string, userId: string): SimulatedWebhook =>
  createWebhook({ Command: 'getOrder', SecuredOrderId: secured, UserId: userId });

const createNotice = (
  command: 'orderPaid' | 'orderRefunded',
  { secured, sku, amount, currency }: Order,
  { isLive = false }: SimulatorEnvironment,
): SimulatedWebhook =>
  createWebhook({
    Command: command,
    SecuredOrderId: secured,
    Sku: sku,
    Amount: amount,
    Currency: currency,
    TransactionId: `wizq-${signBody(secured, key).slice(0, 24)}`,
    IsTest: !isLive,
  });

const ordersAt = memoizeBySimulatorUrl(() => createSimulatorRecords<Order>());

function mountOrders(app: FastifyInstance, place: SimulatorEnvironment): void {
  const orders = ordersAt(place);
  const api = createSimulatorApi(app);
  api.post('/order/begin', async ({ texts: { secured = '', user_id: userId = '' } }) => {
    const { status, text } = await sendWebhookOnce(place.hookUrl, createQuestion(secured, userId));
    const {
      Sku: sku,
      Name: name = '',
      Amount: amount,
      Currency: currency,
    }: SimulatorParams = status === 200 ? readSimulatorParams(parseJson(text)) : {};
    if (sku === undefined || amount === undefined || currency === undefined) return { outcome: 'no such order' };
    orders.add(secured, { secured, sku, amount, currency });
    return { outcome: 'asked', name, amount, currency };
  });
  api.post('/order/pay', async ({ texts: { secured = '', telling } }) => {
    const order = orders.get(secured);
    if (!order) throw new SimulatedVendorError(404, { error: 'There is no such order.' });
    const notice = createNotice('orderPaid', order, place);
    const tell = async (): Promise<void> => {
      if (telling === 'late') await wait(1500, undefined, { ref: false });
      for (let times = telling === 'twice' ? 2 : 1; times > 0; times -= 1)
        await sendWebhookWithRetries(place.hookUrl, notice, { pausesMs: [50, 150, 500], isOver: isSuccessStatus });
    };
    const told = tell().catch((error: unknown) =>
      app.log.warn({ err: error }, 'The simulated WizQ could not send a payment notification.'),
    );
    if (telling !== 'late') await told;
    return { outcome: 'paid' };
  });
}
