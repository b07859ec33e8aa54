// VK on a laptop and in tests: it signs starts, has the API, and sells for votes in test mode, with its signed notices.
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type {
  PlatformSimulator,
  SimulatedWebhook,
  SimulatedPurchase,
  SimulatorPlace,
} from '../simulator-port.server.ts';
import { mountApi, serviceKey, textsOf, tokenOf, userOf } from './simulator-api.server.ts';
import { booksAt, type SimulatedOrder } from './simulator-books.server.ts';
import { launchTexts, loginQuery, staleMs } from './simulator-launch.server.ts';
import { appId, getItemNotice, secureKey, statusNotice, type NoticeAnswer } from './simulator-notices.server.ts';

export const simulator: PlatformSimulator = {
  async mount(app, place) {
    takeForms(app);
    mountApi(app, place, (order) => tellRefund(order, app, place));
    mountPeople(app, place);
    mountOrders(app, place);
  },

  settings: ({ at, pageOrigin = new URL(at).origin }) => ({
    AppId: appId,
    SecureKey: secureKey,
    ServiceKey: serviceKey,
    GroupId: '77000001',
    ApiBase: at,
    FrameOrigin: pageOrigin,
  }),

  async launch(player, { proof, device }, place) {
    booksAt(place).meet(player);
    const at = new Date(place.now().getTime() + (proof === 'expired' ? staleMs : 0));
    return { query: launchTexts({ player, at, device }) };
  },

  async login(kind, player, place) {
    booksAt(place).meet(player);
    return { QueryString: loginQuery(kind, player, place.now()) };
  },

  notices: {
    ask: async (purchase, place) => getItemNotice(orderOf(purchase, place)),
    // In the books they are answered well.
    paid: async (purchase, place) => {
      const order = orderOf(purchase, place);
      order.status = 'charged';
      return statusNotice(order, 'chargeable', place.now());
    },
    refunded: async (purchase, place) => {
      const order = orderOf(purchase, place);
      order.status = 'refunded';
      return statusNotice(order, 'refunded', place.now());
    },
  },
};

const orderOf = ({ orderId, sku, amountMinor, payerId }: SimulatedPurchase, place: SimulatorPlace): SimulatedOrder =>
  booksAt(place).addOrder({ item: orderId, userId: payerId, title: sku, votes: amountMinor });

function mountPeople(app: FastifyInstance, place: SimulatorPlace): void {
  const books = booksAt(place);
  app.post('/profile', (request, reply) => {
    const user = userOf(textsOf(request.body)['user_id'] ?? '', books, place);
    return user ? reply.send(user) : reply.code(404).send({ error: 'VK knows nobody of that number.' });
  });
  app.post('/token', (request, reply) => {
    const { user_id: userId = '', scope = '' } = textsOf(request.body);
    return reply.send({ access_token: tokenOf(userId, scope), scope });
  });
  app.get('/photo/:id', (request, reply) => {
    const { firstName = '?' } = books.people.get(textsOf(request.params)['id'] ?? '') ?? {};
    const letter = firstName.slice(0, 1).replaceAll(/[<&]/g, '');
    return reply
      .headers({ 'cross-origin-resource-policy': 'cross-origin' })
      .type('image/svg+xml')
      .send(
        `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"><rect width="200" height="200" fill="#07f"/><text x="100" y="130" font-size="90" fill="#fff" text-anchor="middle">${letter}</text></svg>`,
      );
  });
}

/** What the order box asks: it begins with what our server says about the item. */
function mountOrders(app: FastifyInstance, place: SimulatorPlace): void {
  const books = booksAt(place);
  app.post('/order/begin', async (request, reply) => {
    const { item = '', user_id: userId = '', language } = textsOf(request.body);
    const order = books.addOrder({ item, userId, title: '', votes: 0 });
    const answer = await sendNotice(getItemNotice({ ...order, userId }, language), place);
    const { title, price } = answer && 'response' in answer ? answer.response : {};
    if (typeof title !== 'string' || typeof price !== 'number') return reply.send({ outcome: 'no such item' });
    books.orders.set(order.id, { ...order, userId, title, votes: price });
    return reply.send({ outcome: 'asked', order_id: order.id, title, price });
  });
  app.post('/order/pay', async (request, reply) => {
    const { order_id: id, how = '' } = textsOf(request.body);
    const order = books.orders.get(Number(id));
    if (!order || order.votes < 1) return reply.code(404).send({ error: 'There is no such order.' });
    if (how === 'late') {
      charge(order, place, lateMs).catch((error: unknown) =>
        app.log.warn({ err: error }, 'The simulated VK could not tell of a payment.'),
      );
      return reply.send({ outcome: 'charged' });
    }
    await charge(order, place);
    if (how === 'twice') await charge(order, place);
    return reply.send({ outcome: order.status });
  });
}

const lateMs = 1500;

/** Votes move after a good answer only. */
async function charge(order: SimulatedOrder, place: SimulatorPlace, afterMs = 0): Promise<void> {
  await wait(afterMs, undefined, { ref: false });
  const answer = await sendNotice(statusNotice(order, 'chargeable', place.now()), place);
  const isTaken = answer !== undefined && 'response' in answer;
  if (order.status === 'created' || order.status === 'declined') order.status = isTaken ? 'charged' : 'declined';
}

function tellRefund(order: SimulatedOrder, app: FastifyInstance, place: SimulatorPlace): void {
  sendNotice(statusNotice(order, 'refunded', place.now()), place).catch((error: unknown) =>
    app.log.warn({ err: error }, 'The simulated VK could not tell of a refund.'),
  );
}

function takeForms(app: FastifyInstance): void {
  const type = 'application/x-www-form-urlencoded';
  if (app.hasContentTypeParser(type)) return;
  app.addContentTypeParser(type, { parseAs: 'string' }, (_, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
}

/** Sends it, and a few times more while it is not answered, or not for good. The last answer; undefined: there was none. */
async function sendNotice(notice: SimulatedWebhook, place: SimulatorPlace): Promise<NoticeAnswer | undefined> {
  let answer = await post(notice, place);
  for (const gapMs of gapsMs) {
    if (answer && ('response' in answer || answer.error.critical)) break;
    await wait(gapMs, undefined, { ref: false });
    answer = await post(notice, place);
  }
  return answer;
}

const gapsMs = [50, 150, 500];

async function post(
  { body, headers }: SimulatedWebhook,
  { hookUrl }: SimulatorPlace,
): Promise<NoticeAnswer | undefined> {
  try {
    const signal = AbortSignal.timeout(10_000);
    // oxlint-disable-next-line eslint/no-restricted-globals -- it plays VK's server, which calls us by its own client
    const response = await fetch(hookUrl, { method: 'POST', body, headers, redirect: 'manual', signal });
    const answer: unknown = await response.json();
    const isAnswer = typeof answer === 'object' && answer !== null && ('response' in answer || 'error' in answer);
    return response.status === 200 && isAnswer ? (answer as NoticeAnswer) : undefined;
  } catch (error) {
    // Nobody is there, or what came is no JSON: to VK it is the same.
    if (error instanceof Error) return undefined;
    throw error;
  }
}
