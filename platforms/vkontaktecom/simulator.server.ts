// Simulates VK: signed launches, its API, and votes in test mode with signed notifications.
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { parseJson } from '#kit/parse-json.server.ts';
import { createSimulatorApi, SimulatedVendorError, type SimulatorParams } from '#kit/simulator-api.server.ts';
import { memoizeBySimulatorUrl } from '#kit/simulator-records.server.ts';
import { sendWebhookWithRetries, type WebhookAttempt, type SimulatedWebhook } from '#kit/simulator-webhooks.server.ts';
import type { StringParams } from '#kit/sorted-signature.server.ts';
import { mountSimulatedResults } from '../kit/simulator-results.server.ts';
import { mountSimulatedStorage } from '../kit/simulator-storage.server.ts';
import type {
  TestLoginKind,
  PlatformSimulator,
  SimulatedPurchase,
  SimulatorEnvironment,
} from '../simulator-port.server.ts';
import type { SimulatedPlayer } from '../scenario.ts';
import { signLaunchInOldestFormat, signVkParams, signLaunch } from './verify.server.ts';

export const simulator: PlatformSimulator = {
  async mount(app, place) {
    mountApi(app, place);
    mountPeople(app, place);
    mountSimulatedStorage(app);
    mountOrders(app, place);
  },

  settings: ({ at, pageOrigin = new URL(at).origin }) => ({
    AppId: appId,
    SecureKey: secureKey,
    ServiceKey: serviceKey,
    Leaderboards: { depth: 'points' },
    Achievements: { 'first-run': '101', deep: '102' },
    GroupId: '77000001',
    ApiBase: at,
    FrameOrigin: pageOrigin,
  }),

  async launch(player, { proof, device }, place) {
    keepPeople(player, place);
    const atS = readSeconds(place) + (proof === 'expired' ? staleS : 0);
    return { query: createLaunch(player, atS, { vk_platform: device === 'phone' ? 'mobile_web' : 'desktop_web' }) };
  },

  async login(kind, player, place) {
    keepPeople(player, place);
    const app = kind === 'other game' ? { vk_app_id: '51000002' } : {};
    const key = kind === 'foreign' ? 'theKeyOfSomebodyElse' : secureKey;
    const texts = createLaunch(player, readSeconds(place) + (shiftS[kind] ?? 0), app, key);
    const changed = kind === 'changed' ? { vk_user_id: String(Number(player.id) + 1) } : {};
    return { QueryString: new URLSearchParams({ ...texts, ...changed }).toString() };
  },

  webhooks: {
    ask: async (purchase, place) => createItemWebhook(createOrder(purchase, place), place),
    paid: async (purchase, place) =>
      createStatusWebhook(setStatus(createOrder(purchase, place), 'charged'), 'chargeable', place),
    refunded: async (purchase, place) =>
      createStatusWebhook(setStatus(createOrder(purchase, place), 'refunded'), 'refunded', place),
  },
};

const appId = '51000001';
const secureKey = 'simulatedVkSecureKey';
const serviceKey = 'simulatedVkServiceKey';
const staleS = -25 * 3600;
const shiftS: Partial<Record<TestLoginKind, number>> = { stale: staleS, future: 3600 };
const readSeconds = ({ now }: SimulatorEnvironment): number => Math.floor(now().getTime() / 1000);

type Starter = Pick<SimulatedPlayer, 'id' | 'language'>;

function createLaunch({ id, language }: Starter, atS: number, more: StringParams = {}, key = secureKey): StringParams {
  const texts = {
    vk_access_token_settings: '',
    vk_app_id: appId,
    vk_are_notifications_enabled: '0',
    vk_is_app_user: '1',
    vk_is_favorite: '0',
    vk_language: { ru: 'ru', uk: 'ua', be: 'be', kk: 'kz', pt: 'pt', es: 'es' }[language] ?? 'en',
    vk_platform: 'desktop_web',
    vk_ref: 'catalog_recent',
    vk_ts: String(atS),
    vk_user_id: id,
    ...more,
  };
  return { ...texts, sign: signLaunch(texts, Object.keys(texts), key) };
}

/** The launch parameters of old games. */
export function createOldFormatLaunch({ id, language }: Starter, atS: number): StringParams {
  const texts = {
    access_token_settings: '',
    api_id: appId,
    is_app_user: '1',
    language: { ru: '0', uk: '1', be: '2' }[language] ?? '3',
    platform: 'web',
    timestamp: String(atS),
    viewer_id: id,
  };
  const names = Object.keys(texts);
  const auth_key = signLaunchInOldestFormat(appId, id, secureKey);
  return { ...texts, auth_key, sign_keys: names.join(','), sign: signLaunch(texts, names, secureKey) };
}

type OrderStatus = 'created' | 'charged' | 'refunded' | 'declined';

interface Order {
  readonly id: number;
  readonly item: string;
  readonly userId: string;
  readonly dateS: number;
  title: string;
  votes: number;
  status: OrderStatus;
}

const recordsAt = memoizeBySimulatorUrl(() => ({
  people: new Map<string, Omit<SimulatedPlayer, 'friends'> & { readonly friends: readonly string[] }>(),
  orders: new Map<string, Order>(),
}));

function keepPeople({ friends, ...player }: SimulatedPlayer, place: SimulatorEnvironment): void {
  const { people } = recordsAt(place);
  for (const friend of friends) if (!people.has(friend.id)) people.set(friend.id, { ...friend, friends: [] });
  people.set(player.id, { ...player, friends: friends.map(({ id }) => id) });
}

function addOrder(order: Pick<Order, 'item' | 'userId' | 'title' | 'votes'>, place: SimulatorEnvironment): Order {
  const { orders } = recordsAt(place);
  const same = [...orders.values()].find(({ item }) => item === order.item);
  if (same) return same;
  const made: Order = { ...order, id: 2_044_000 + orders.size, dateS: readSeconds(place), status: 'created' };
  orders.set(String(made.id), made);
  return made;
}

const createOrder = ({ orderId, sku, amountMinor, payerId }: SimulatedPurchase, place: SimulatorEnvironment): Order =>
  addOrder({ item: orderId, userId: payerId, title: sku, votes: amountMinor }, place);

const setStatus = (order: Order, status: OrderStatus): Order => Object.assign(order, { status });

/** VK adds `_test` to all notifications of an app whose payments are not live. */
const nameNotice = (type: string, { isLive = false }: SimulatorEnvironment): string => (isLive ? type : `${type}_test`);

function createItemWebhook(order: Order, place: SimulatorEnvironment, language = 'en'): SimulatedWebhook {
  const lang = { ru: 'ru_RU', uk: 'uk_UA', be: 'be_BY' }[language] ?? 'en_US';
  return createWebhook(order, { notification_type: nameNotice('get_item', place), lang });
}

const createStatusWebhook = (
  order: Order,
  status: 'chargeable' | 'refunded',
  place: SimulatorEnvironment,
): SimulatedWebhook =>
  createWebhook(order, {
    notification_type: nameNotice('order_status_change', place),
    status,
    date: String(readSeconds(place)),
    item_id: order.item,
    item_title: order.title,
    item_photo_url: '',
    item_price: String(order.votes),
  });

function createWebhook({ id, item, userId }: Order, more: StringParams): SimulatedWebhook {
  const order = { app_id: appId, order_id: String(id), item, user_id: userId, receiver_id: userId, version: '5.132' };
  const texts = { ...order, ...more };
  const body = new URLSearchParams({ ...texts, sig: signVkParams(texts, secureKey) }).toString();
  return { body, headers: { 'content-type': 'application/x-www-form-urlencoded' } };
}

interface Answer {
  readonly response?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly critical?: boolean };
}

const readAnswer = ({ status, text }: WebhookAttempt): Answer =>
  status === 200 ? ((parseJson(text) as Answer | null | undefined) ?? {}) : {};

/** Retried a few times while there is no reply, or only a temporary error. */
async function send(webhook: SimulatedWebhook, { hookUrl }: SimulatorEnvironment): Promise<Answer> {
  const isOver = (sent: WebhookAttempt): boolean => {
    const { response, error } = readAnswer(sent);
    return response !== undefined || error?.critical === true;
  };
  return readAnswer(await sendWebhookWithRetries(hookUrl, webhook, { pausesMs: [50, 150, 500], isOver }));
}

const createToken = (userId: string, scope: string): string =>
  `vk1.${userId}.${scope}.${signVkParams({ userId, scope }, secureKey)}`;

/** Errors have status 200, like VK's. */
const refuse = (error_code: number, error_msg: string): never => {
  throw new SimulatedVendorError(200, { error: { error_code, error_msg } });
};

function mountApi(app: FastifyInstance, place: SimulatorEnvironment): void {
  const { people, orders } = recordsAt(place);
  const results = mountSimulatedResults(app, place);
  const userIdIn = ({ access_token: token = '', v }: SimulatorParams, right = ''): string => {
    const [, userId = '', scope = ''] = token.split('.');
    if (token !== createToken(userId, scope)) refuse(5, 'User authorization failed: invalid access_token');
    if (right !== '' && !scope.split(',').includes(right)) refuse(15, 'Access denied');
    return v === undefined ? refuse(8, 'Invalid request: v is required') : userId;
  };
  const checkService = ({ access_token: token }: SimulatorParams): void => {
    if (token !== serviceKey) refuse(5, 'User authorization failed: invalid access_token');
  };
  const find = ({ order_id: id = '', test_mode: test }: SimulatorParams) => (test === '1' ? orders.get(id) : undefined);
  const methods: Readonly<Record<string, (texts: SimulatorParams) => unknown>> = {
    'users.get': (texts) => {
      const { user_ids: ids = userIdIn(texts) } = texts;
      userIdIn(texts);
      return ids.split(',').flatMap((id) => describeUser(id, place) ?? []);
    },
    'friends.getAppUsers': (texts) => (people.get(userIdIn(texts, 'friends'))?.friends ?? []).map(Number),
    'secure.addAppEvent': (texts) => {
      checkService(texts);
      const { user_id: userId = '', activity_id: activity = '', value = '1' } = texts;
      const name = activityNames[activity];
      const isGood = name !== undefined && people.has(userId) && /^[1-9]\d{0,9}$/.test(value);
      // Levels only rise.
      if (!isGood || (activity === '1' && Number(value) <= (results.get(userId, name) ?? 0)))
        return refuse(100, 'One of the parameters specified was missing or invalid');
      results.set(userId, name, Number(value));
      return 1;
    },
    'orders.get': (texts) => {
      checkService(texts);
      const listed = texts['test_mode'] === '1' ? [...orders.values()].toReversed() : [];
      return listed.slice(0, Number(texts['count'] ?? '100')).map(describeOrder);
    },
    'orders.getById': (texts) => {
      checkService(texts);
      const order = find(texts);
      return order ? [describeOrder(order)] : [];
    },
    'orders.changeState': (texts) => {
      checkService(texts);
      const order = find(texts);
      if (!order || texts['action'] !== 'refund' || order.status !== 'charged')
        return refuse(100, 'One of the parameters specified was missing or invalid');
      setStatus(order, 'refunded');
      send(createStatusWebhook(order, 'refunded', place), place).catch((error: unknown) =>
        app.log.warn({ err: error }, 'The simulated VK could not send a refund notification.'),
      );
      return 'refunded';
    },
  };
  createSimulatorApi(app).post('/method/:name', ({ texts }) => {
    const method = methods[texts['name'] ?? ''] ?? refuse(3, 'Unknown method passed');
    return { response: method(texts) };
  });
}

/** The missions are those of the simulated app. */
const activityNames: Readonly<Partial<Record<string, string>>> = {
  1: 'level',
  2: 'points',
  101: 'mission 101',
  102: 'mission 102',
};

const describeOrder = ({ id, item, userId, votes, status, dateS }: Order): object => ({
  id,
  app_order_id: id,
  status,
  user_id: Number(userId),
  receiver_id: Number(userId),
  item,
  amount: String(votes),
  date: dateS,
});

function describeUser(id: string, place: SimulatorEnvironment): object | undefined {
  const person = recordsAt(place).people.get(id);
  if (!person) return undefined;
  const sex = { unspecified: 0, female: 1, male: 2 }[person.gender];
  const names = { first_name: person.firstName, last_name: person.lastName };
  return { id: Number(id), ...names, sex, photo_200: `${place.at}/photo/${id}` };
}

function mountPeople(app: FastifyInstance, place: SimulatorEnvironment): void {
  const api = createSimulatorApi(app);
  api.post('/profile', ({ texts }) => {
    const user = describeUser(texts['user_id'] ?? '', place);
    if (user) return user;
    throw new SimulatedVendorError(404, { error: 'There is no user with this number.' });
  });
  api.post('/token', ({ texts: { user_id: userId = '', scope = '' } }) => ({
    access_token: createToken(userId, scope),
    scope,
  }));
  api.get('/photo/:id', ({ texts, reply }) =>
    reply
      .headers({ 'cross-origin-resource-policy': 'cross-origin' })
      .type('image/svg+xml')
      .send(
        `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"><rect width="200" height="200" fill="#07f"/><text x="100" y="130" font-size="90" fill="#fff" text-anchor="middle">${initialOf(texts['id'], place)}</text></svg>`,
      ),
  );
}

const initialOf = (id = '', place: SimulatorEnvironment): string =>
  (recordsAt(place).people.get(id)?.firstName ?? '?').slice(0, 1).replaceAll(/[<&]/g, '');

function mountOrders(app: FastifyInstance, place: SimulatorEnvironment): void {
  const { orders } = recordsAt(place);
  const api = createSimulatorApi(app);
  api.post('/order/begin', async ({ texts: { item = '', user_id: userId = '', language } }) => {
    const order = { ...addOrder({ item, userId, title: '', votes: 0 }, place), userId };
    const { title, price } = (await send(createItemWebhook(order, place, language), place)).response ?? {};
    if (typeof title !== 'string' || typeof price !== 'number') return { outcome: 'no such item' };
    orders.set(String(order.id), { ...order, title, votes: price });
    return { outcome: 'asked', order_id: order.id, title, price };
  });
  api.post('/order/pay', async ({ texts: { order_id: id = '', telling } }) => {
    const order = orders.get(id);
    if (!order || order.votes < 1) throw new SimulatedVendorError(404, { error: 'There is no such order.' });
    if (telling === 'late') {
      charge(order, place, 1500).catch((error: unknown) =>
        app.log.warn({ err: error }, 'The simulated VK could not send a payment notification.'),
      );
      return { outcome: 'charged' };
    }
    await charge(order, place);
    if (telling === 'twice') await charge(order, place);
    return { outcome: order.status };
  });
}

async function charge(order: Order, place: SimulatorEnvironment, afterMs = 0): Promise<void> {
  await wait(afterMs, undefined, { ref: false });
  const { response } = await send(createStatusWebhook(order, 'chargeable', place), place);
  if (order.status === 'created' || order.status === 'declined') setStatus(order, response ? 'charged' : 'declined');
}
