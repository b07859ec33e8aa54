// Simulates Absolute Games, with the payment API invented in gateway.server.ts; a sandbox unless `isLive`.
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { fromDecimal, toDecimal } from '#kit/decimal-amount.ts';
import { createSimulatorApi, SimulatedVendorError } from '#kit/simulator-api.server.ts';
import { createSimulatorRecords, memoizeBySimulatorUrl } from '#kit/simulator-records.server.ts';
import { isSuccessStatus, sendWebhookWithRetries, type SimulatedWebhook } from '#kit/simulator-webhooks.server.ts';
import type { StringParams } from '#kit/sorted-signature.server.ts';
import { isSameSignature } from '#model/is-same-signature.server.ts';
import type {
  TestLoginKind,
  PlatformSimulator,
  SimulatedPurchase,
  SimulatorEnvironment,
} from '../simulator-port.server.ts';
import type { SimulatedPlayer } from '../scenario.ts';
import { signatureHeader, signBody } from './gateway.server.ts';
import { signLaunch } from './verify.server.ts';

export const simulator: PlatformSimulator = {
  async mount(app, place) {
    mountGateway(app, place);
    mountPage(app, place);
  },

  settings: ({ at, pageOrigin = new URL(at).origin }) => ({
    AppId: appId,
    SecretKey: secretKey,
    PaymentsUrl: `${at}/gateway`,
    FrameOrigin: pageOrigin,
  }),

  // Launches contain no time; an expired one is signed with the previous key.
  launch: async (player, { proof }, place) => ({
    query: createStart(player, place, proof === 'expired' ? { key: otherKey } : {}),
  }),

  async login(kind, player, place) {
    if (kind === 'stale' || kind === 'future') return undefined;
    const start = createStart(player, place, changes[kind]);
    const changed = kind === 'changed' ? { player_id: `${player.id}1` } : {};
    return { QueryString: new URLSearchParams({ ...start, ...changed }).toString() };
  },

  async paymentRequest(player, place) {
    const start = createStart(player, place);
    return {
      AppId: appId,
      AuthKey: start['auth_key'],
      GameSid: start['game_sid'],
      PlayerId: start['player_id'],
      Guest: start['guest'],
    };
  },

  webhooks: {
    paid: async (purchase, place) => createNotice(setStatus(bookPurchase(purchase, place), 'paid'), place),
    refunded: async (purchase, place) => createNotice(setStatus(bookPurchase(purchase, place), 'refunded'), place),
  },
};

const appId = '1234';
const secretKey = 'simulated-agru-secret';
const otherKey = 'the-secret-of-somebody-else';
const changes: Partial<Record<TestLoginKind, { key?: string; app?: string }>> = {
  foreign: { key: otherKey },
  'other game': { app: '1235' },
};

type Person = Pick<SimulatedPlayer, 'id' | 'firstName' | 'lastName' | 'isGuest'>;

function createStart(
  { id, firstName, lastName, isGuest }: Person,
  place: SimulatorEnvironment,
  { key = secretKey, app = appId }: { key?: string; app?: string } = {},
): StringParams {
  recordsAt(place).people.add(id, { id, firstName, lastName, isGuest });
  const gameSid = signBody(place.now().toISOString(), secretKey).slice(0, 10);
  const start = { appId: app, playerId: id, gameSid };
  return {
    app_id: app,
    auth_key: signLaunch(start, key),
    game_sid: gameSid,
    player_id: id,
    guest: String(isGuest),
  };
}

type Status = 'open' | 'paid' | 'refunded';

interface Payment {
  readonly token: string;
  readonly orderId: string;
  readonly transactionId: string;
  readonly title: string;
  readonly amount: string;
  readonly currency: string;
  status: Status;
}

const recordsAt = memoizeBySimulatorUrl(() => ({
  people: createSimulatorRecords<Person>(),
  payments: createSimulatorRecords<Payment>(),
}));

function book(order: Pick<Payment, 'orderId' | 'title' | 'amount' | 'currency'>, place: SimulatorEnvironment): Payment {
  const { payments } = recordsAt(place);
  const token = randomBytes(16).toString('hex');
  const made: Payment = { ...order, token, transactionId: `ag-${randomUUID()}`, status: 'open' };
  return payments.get(order.orderId) ?? payments.add(order.orderId, made);
}

function bookPurchase(purchase: SimulatedPurchase, place: SimulatorEnvironment): Payment {
  const { attemptId: orderId, sku: title, amountMinor, currency } = purchase;
  const amount = toDecimal(amountMinor, currency);
  return Object.assign(book({ orderId, title, amount, currency }, place), { amount });
}

const setStatus = (payment: Payment, status: Status): Payment => Object.assign(payment, { status });

const describePayment = (
  { status, orderId, transactionId, amount, currency }: Payment,
  place: SimulatorEnvironment,
) => ({
  status,
  order_id: orderId,
  transaction_id: transactionId,
  amount,
  currency,
  is_test: !(place.isLive ?? false),
});

function createNotice(payment: Payment, place: SimulatorEnvironment): SimulatedWebhook {
  const body = JSON.stringify({ app_id: appId, payment: describePayment(payment, place) });
  return { body, headers: { 'content-type': 'application/json', [signatureHeader]: signBody(body, secretKey) } };
}

const send = (payment: Payment, place: SimulatorEnvironment) =>
  sendWebhookWithRetries(place.hookUrl, createNotice(payment, place), {
    pausesMs: [50, 150, 500],
    isOver: isSuccessStatus,
  });

function mountGateway(app: FastifyInstance, place: SimulatorEnvironment): void {
  const api = createSimulatorApi(app, ({ headers, body, url }) => {
    if (!url.includes('/gateway/')) return;
    if (!isSameSignature(String(headers[signatureHeader]), signBody(JSON.stringify(body), secretKey)))
      throw new SimulatedVendorError(401, { error: 'The request is not signed.' });
  });
  api.post('/gateway/payments', ({ texts }) => {
    const { player_id: id = '', order_id: orderId = '', amount = '', currency = '', title = '' } = texts;
    if (!recordsAt(place).people.get(id) || !fromDecimal(amount, currency))
      throw new SimulatedVendorError(422, { error: 'There is no such player, or no such amount.' });
    return { token: book({ orderId, title, amount, currency }, place).token };
  });
  api.post('/gateway/payments/read', ({ texts: { order_id: orderId = '' } }) => {
    const found = recordsAt(place).payments.get(orderId);
    return { payments: found && found.status !== 'open' ? [describePayment(found, place)] : [] };
  });
}

function mountPage(app: FastifyInstance, place: SimulatorEnvironment): void {
  const { people, payments } = recordsAt(place);
  const api = createSimulatorApi(app);
  const find = (token: string | undefined): Payment => {
    const found = payments.find((payment) => payment.token === token);
    if (!found) throw new SimulatedVendorError(404, { error: 'There is no payment with this token.' });
    return found;
  };
  api.post('/players', ({ texts: { players_ids: ids = '' } }) => ({
    players: ids.split(',').flatMap((id) => {
      const person = people.get(id);
      return person
        ? [{ id, full_name: `${person.firstName} ${person.lastName}`.trim(), avatar: `${place.at}/avatar/${id}` }]
        : [];
    }),
  }));
  api.post('/start', ({ texts: { id = '', first_name: firstName = '', last_name: lastName = '', guest } }) =>
    createStart({ id, firstName, lastName, isGuest: guest === 'true' }, place),
  );
  api.post('/payment', ({ texts: { token } }) => {
    const { title, amount, currency } = find(token);
    return { title, amount, currency };
  });
  api.post('/pay', async ({ texts: { token, telling } }) => {
    const payment = find(token);
    if (payment.status === 'open') setStatus(payment, 'paid');
    const tell = async (): Promise<void> => {
      if (telling === 'late') await wait(1500, undefined, { ref: false });
      for (let times = telling === 'twice' ? 2 : 1; times > 0; times -= 1) await send(payment, place);
    };
    const told = tell().catch((error: unknown) =>
      app.log.warn({ err: error }, 'The simulated Absolute Games could not send a payment notification.'),
    );
    if (telling !== 'late') await told;
    return { status: 'success', transaction_id: payment.transactionId };
  });
  api.get('/avatar/:id', ({ reply }) =>
    reply
      .headers({ 'cross-origin-resource-policy': 'cross-origin' })
      .type('image/svg+xml')
      .send(
        '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"><circle cx="100" cy="100" r="100" fill="#ff5a1f"/></svg>',
      ),
  );
}
