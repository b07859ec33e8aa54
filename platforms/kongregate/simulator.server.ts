// Simulates Kongregate. The game is unpublished, so all buyers are testers.
import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { parseJson } from '#kit/parse-json.server.ts';
import {
  createSimulatorApi,
  serveScript,
  SimulatedVendorError,
  type SimulatorParams,
} from '#kit/simulator-api.server.ts';
import { createSimulatorRecords, memoizeBySimulatorUrl } from '#kit/simulator-records.server.ts';
import { isSuccessStatus, sendWebhookWithRetries, type SimulatedWebhook } from '#kit/simulator-webhooks.server.ts';
import { mountSimulatedResults } from '../kit/simulator-results.server.ts';
import type {
  TestLoginKind,
  PlatformSimulator,
  SimulatedPurchase,
  SimulatorEnvironment,
} from '../simulator-port.server.ts';
import type { SimulatedPlayer } from '../scenario.ts';
import { createOrderInfo } from './webhook.server.ts';

export const simulator: PlatformSimulator = {
  async mount(app, place) {
    await serveScript(app, '/kongregate_api.js', join(import.meta.dirname, 'simulator-script.js'), {
      pageOrigin: place.pageOrigin,
      isBlocked: ({ headers: { referer = '' } }) =>
        URL.canParse(referer) && new URL(referer).searchParams.has(blockedParameter),
    });
    mountApi(app, place);
    mountStatistics(app, place);
    mountPage(app, place);
  },

  settings: ({ at, isLive = false }) => ({
    ApiKey: apiKey,
    ItemImageUrl: `${at}/avatar/0`,
    IsTest: !isLive,
    Leaderboards: { depth: 'Depth' },
    Achievements: { 'first-run': 'FirstRun', deep: 'Deep' },
    ApiBase: `${at}/api`,
    SdkUrl: `${at}/kongregate_api.js`,
  }),

  async launch(player, { sdk, proof, language }, place) {
    keepPeople(player, place);
    const query = {
      ...describeLaunch(player, proof === 'expired' ? tokenVersions.stale : undefined),
      kongregate_language: language.slice(0, 10),
    };
    return { query: { ...query, ...(sdk === 'blocked' && { [blockedParameter]: 'blocked' }) } };
  },

  async login(kind, player, place) {
    keepPeople(player, place);
    const UserId = kind === 'changed' ? String(Number(player.id) + 1) : player.id;
    const game = kind === 'other game' ? '90211' : gameId;
    const Token = kind === 'foreign' ? 'f'.repeat(64) : createToken(player.id, tokenVersions[kind], game);
    return { UserId, UserName: describeName(player), Token, IsGuest: false };
  },

  webhooks: {
    ask: async (purchase, place) => createWebhook('item_order_request', addPurchase(purchase, place)),
    paid: async (purchase, place) => createWebhook('item_order_placed', addPurchase(purchase, place)),
  },
};

const blockedParameter = 'simulated-script';
const apiKey = '5a1f0c2e-simulated-key-of-a-game';
const gameId = '90210';

/** A token changes with the password: there is an older and a newer one. */
const tokenVersions: Partial<Record<TestLoginKind, number>> = { stale: 0, future: 2 };
const createToken = (userId: string, version = 1, game = gameId): string =>
  createHmac('sha256', 'tokens of the simulated Kongregate').update(`${userId} ${game} ${version}`).digest('hex');

type Person = Pick<SimulatedPlayer, 'id' | 'firstName' | 'lastName'>;

interface Order {
  readonly id: number;
  readonly info: string;
  readonly buyerId: string;
  state: 'created' | 'completed' | 'canceled';
}

const recordsAt = memoizeBySimulatorUrl(() => ({
  people: new Map<string, Person & { readonly friends: readonly string[] }>(),
  orders: createSimulatorRecords<Order>(),
}));

function keepPeople({ friends, isGuest, ...player }: SimulatedPlayer, place: SimulatorEnvironment): void {
  const { people } = recordsAt(place);
  for (const friend of friends) if (!people.has(friend.id)) people.set(friend.id, { ...friend, friends: [] });
  if (!isGuest) people.set(player.id, { ...player, friends: friends.map(({ id }) => id) });
}

const describeName = ({ id, firstName, lastName }: Person): string =>
  `${firstName}${lastName}`.replaceAll(/[^\p{L}\p{N}_]/gu, '').slice(0, 60) || `player${id}`;

/** The game's URL parameters; a guest has the id 0 and no token. */
function describeLaunch(player: Person & { readonly isGuest: boolean }, version?: number) {
  const { id, isGuest } = player;
  return {
    kongregate: 'true',
    kongregate_user_id: isGuest ? '0' : id,
    kongregate_username: isGuest ? 'Guest' : describeName(player),
    ...(!isGuest && { kongregate_game_auth_token: createToken(id, version) }),
    kongregate_game_id: gameId,
    kongregate_host: 'https://www.kongregate.com',
    kongregate_api_path: 'https://cdn1.kongregate.com/javascripts/kongregate_api.js',
  };
}

function mountApi(app: FastifyInstance, place: SimulatorEnvironment): void {
  const { people } = recordsAt(place);
  const api = createSimulatorApi(app);
  // Status 200 in every case, like Kongregate's.
  const fail = (error: number, error_description: string) => ({ success: false, error, error_description });
  api.get(
    '/api/authenticate.json',
    ({ texts: { user_id: id = '', game_auth_token: token = '', api_key: key = '' } }) => {
      if (id === '' || token === '' || key === '')
        return fail(400, 'user_id, game_auth_token, and api_key are required parameters');
      if (key !== apiKey || token !== createToken(id)) return fail(403, 'Invalid credentials');
      const person = people.get(id) ?? { id, firstName: '', lastName: '' };
      return { success: true, username: describeName(person), user_id: Number(id) };
    },
  );
  api.get('/api/user_info.json', ({ texts }) => {
    const ids = (texts['user_ids'] ?? texts['user_id'] ?? '').split(',');
    const found = ids.flatMap((id) => people.get(id) ?? []);
    if (ids.length > 50 || found.length === 0) return fail(404, 'No user was found');
    const users = found.map((person) => describeUser(person, place));
    if (texts['user_ids'] !== undefined) return { success: true, users };
    const friends = found.flatMap((person) => person.friends);
    const list = texts['friends'] === 'true' && { friend_ids: friends.map(Number), muted_user_ids: [] };
    return { success: true, page_num: 1, num_pages: 1, private: false, ...users[0], ...list };
  });
  api.get('/avatar/:id', ({ reply }) =>
    reply
      .headers({ 'cross-origin-resource-policy': 'cross-origin' })
      .type('image/svg+xml')
      .send(
        '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40" fill="#900"/></svg>',
      ),
  );
}

/** The statistics of the game's page at Kongregate, of the type Replace. */
const statistics = new Set(['Depth', 'FirstRun', 'Deep']);

function mountStatistics(app: FastifyInstance, place: SimulatorEnvironment): void {
  const results = mountSimulatedResults(app, place);
  createSimulatorApi(app).post(
    '/api/submit_statistics.json',
    ({ texts: { api_key: key, user_id: id = '', ...given } }) => {
      if (key !== apiKey) return { success: false, error: 403, error_description: 'Invalid credentials' };
      // Unknown names are ignored, like at Kongregate.
      for (const [name, value = ''] of Object.entries(given))
        if (statistics.has(name) && /^\d+$/.test(value)) results.set(id, `statistic ${name}`, Number(value));
      return { success: true };
    },
  );
}

const describeUser = (person: Person, { at }: SimulatorEnvironment) => ({
  user_id: Number(person.id),
  username: describeName(person),
  user_vars: { username: describeName(person), level: 7, avatar_url: `${at}/avatar/${person.id}` },
});

function addOrder(info: string, buyerId: string, place: SimulatorEnvironment): Order {
  const { orders } = recordsAt(place);
  const same = orders.find((order) => order.info === info && order.buyerId === buyerId);
  if (same) return same;
  const id = 555_001 + orders.all().length;
  return orders.add(String(id), { id, info, buyerId, state: 'created' });
}

const addPurchase = ({ orderId, amountMinor, payerId }: SimulatedPurchase, place: SimulatorEnvironment): Order =>
  addOrder(createOrderInfo(orderId, amountMinor), payerId, place);

type OrderEvent = 'item_order_request' | 'item_order_placed';

function createWebhook(event: OrderEvent, { id, info, buyerId }: Order): SimulatedWebhook {
  const order = { game_id: Number(gameId), buyer_id: Number(buyerId), recipient_id: Number(buyerId), order_id: id };
  const signed = signRequest({ algorithm: 'HMAC-SHA256', event, ...order, order_info: info });
  return {
    body: new URLSearchParams({ signed_request: signed }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  };
}

export function signRequest(payload: object, key = apiKey): string {
  const content = Buffer.from(JSON.stringify(payload)).toString('base64url');
  return `${createHmac('sha256', key).update(content).digest('base64url')}.${content}`;
}

async function send(
  webhook: SimulatedWebhook,
  { hookUrl }: SimulatorEnvironment,
): Promise<Readonly<Record<string, unknown>>> {
  const sent = await sendWebhookWithRetries(hookUrl, webhook, { pausesMs: [50, 150, 500], isOver: isSuccessStatus });
  return isSuccessStatus(sent) ? Object(parseJson(sent.text)) : {};
}

function mountPage(app: FastifyInstance, place: SimulatorEnvironment): void {
  const { orders, people } = recordsAt(place);
  const api = createSimulatorApi(app);
  api.post('/page/player', ({ body, texts: { id = '', firstName = '', lastName = '' } }) => {
    const person = { id, firstName, lastName, isGuest: id === '0' };
    if (!person.isGuest && !people.has(id)) people.set(id, { ...person, friends: [] });
    const { isExpired } = Object(body) as { isExpired?: boolean };
    return describeLaunch(person, isExpired === true ? tokenVersions.stale : undefined);
  });
  api.post('/page/order/begin', async ({ texts: { order_info: info = '', buyer_id: buyerId = '' } }) => {
    const order = addOrder(info, buyerId, place);
    const { items } = await send(createWebhook('item_order_request', order), place);
    const [item] = Array.isArray(items) ? (items as SimulatorParams[]) : [];
    if (!item?.['name'] || !item['description'] || !item['image_url'] || !Number(item['price']))
      return { outcome: 'not sold' };
    return { outcome: 'asked', order_id: order.id, name: item['name'], price: Number(item['price']) };
  });
  api.post('/page/order/pay', async ({ texts: { order_id: id = '', telling } }) => {
    const order = orders.get(id);
    if (!order) throw new SimulatedVendorError(404, { error: 'There is no such order.' });
    if (telling === 'late') {
      charge(order, place, 1500).catch((error: unknown) =>
        app.log.warn({ err: error }, 'The simulated Kongregate could not send an order notification.'),
      );
      return { outcome: 'completed' };
    }
    await charge(order, place);
    if (telling === 'twice') await charge(order, place);
    return { outcome: order.state };
  });
}

/** Kreds are taken only after our server accepts. */
async function charge(order: Order, place: SimulatorEnvironment, afterMs = 0): Promise<void> {
  await wait(afterMs, undefined, { ref: false });
  const { state } = await send(createWebhook('item_order_placed', order), place);
  if (order.state !== 'completed') order.state = state === 'completed' ? 'completed' : 'canceled';
}
