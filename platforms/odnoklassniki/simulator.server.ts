// Simulates Odnoklassniki. Sessions and their secrets are derived from the app's key and a time.
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { createSimulatorApi, SimulatedVendorError, type SimulatorParams } from '#kit/simulator-api.server.ts';
import { createSimulatorRecords, memoizeBySimulatorUrl } from '#kit/simulator-records.server.ts';
import { sendWebhookWithRetries, type WebhookAttempt, type SimulatedWebhook } from '#kit/simulator-webhooks.server.ts';
import type { StringParams } from '#kit/sorted-signature.server.ts';
import type { TestLoginKind, PlatformSimulator, SimulatorEnvironment } from '../simulator-port.server.ts';
import type { SimulatedPlayer } from '../scenario.ts';
import { signOkParams } from './client.server.ts';
import { signLaunchInOldestFormat } from './verify.server.ts';

export const simulator: PlatformSimulator = {
  async mount(app, place) {
    mountApi(app, place);
    mountPage(app, place);
  },

  settings: ({ at, isLive = false, pageOrigin = new URL(at).origin }) => ({
    ApplicationKey: applicationKey,
    ApplicationSecretKey: secretKey,
    ApplicationId: appId,
    GroupId: '53000000000001',
    IsTest: !isLive,
    ApiBase: at,
    FrameOrigin: pageOrigin,
  }),

  async launch(player, { proof, device }, place) {
    keepPeople(player, place);
    recordsAt(place).granted.delete(player.id);
    recordsAt(place).ratings.delete(player.id);
    const session = createSession(player.id, readSeconds(place) - (proof === 'expired' ? sessionS : 0));
    return { query: createLaunch(player.id, session, place, { mob: String(device === 'phone') }) };
  },

  async login(kind, player, place) {
    // Launches contain no time, so none can be from the future.
    if (kind === 'future') return undefined;
    keepPeople(player, place);
    const session = createSession(player.id, readSeconds(place) - (kind === 'stale' ? sessionS : 0));
    const app: StringParams = kind === 'other game' ? { application_key: 'COTHERKEYABABABABA' } : {};
    const texts = createLaunch(player.id, session, place, app, otherSecrets[kind]);
    const changed = kind === 'changed' ? { logged_user_id: String(Number(player.id) + 1) } : {};
    return { QueryString: new URLSearchParams({ ...texts, ...changed }).toString() };
  },

  webhooks: {
    paid: async ({ orderId, sku, amountMinor, payerId }, place) => {
      const id = `9${Number.parseInt(orderId.slice(0, 8), 16)}`;
      const attributes = JSON.stringify({ orderId });
      const payment = createPayment({ payerId, sku, price: String(amountMinor), attributes, id }, place);
      recordTransaction({ id: Number(id), operation: 'DEBIT', amount: amountMinor, userId: payerId }, place);
      return payment;
    },
  },
};

const appId = '512000000001';
const applicationKey = 'CSIMULATEDKEYABABA';
const secretKey = 'SimulatedOkSecretKey0001';
const otherSecrets: Partial<Record<TestLoginKind, string>> = {
  foreign: 'TheSecretOfSomebodyElse1',
  'other game': 'TheSecretOfAnotherGame01',
};
const sessionS = 86_400;
const readSeconds = ({ now }: SimulatorEnvironment): number => Math.floor(now().getTime() / 1000);

const createSession = (userId: string, atS: number): string => `-s-${userId}.${atS}`;
const secretOf = (sessionKey: string): string => signOkParams({ sessionKey }, secretKey);

function createLaunch(
  userId: string,
  session_key: string,
  { at, pageOrigin = new URL(at).origin }: SimulatorEnvironment,
  more: StringParams,
  key = secretKey,
): StringParams {
  const texts = {
    api_server: `${at}/`,
    apiconnection: `${appId}_1735689600000`,
    application_key: applicationKey,
    auth_sig: signLaunchInOldestFormat(userId, session_key, key),
    authorized: '1',
    clientLog: '0',
    custom_args: '',
    ip_geo_location: 'RU,48,Moscow',
    logged_user_id: userId,
    mob: 'false',
    refplace: 'catalog',
    session_key,
    session_secret_key: secretOf(session_key),
    web_server: pageOrigin,
    ...more,
  };
  return { ...texts, sig: signOkParams(texts, key) };
}

type Kept = Omit<SimulatedPlayer, 'friends'> & { readonly friends: readonly string[] };

const recordsAt = memoizeBySimulatorUrl(() => ({
  people: new Map<string, Kept>(),
  granted: new Set<string>(),
  ratings: new Map<string, number>(),
  payments: 0,
  transactions: createSimulatorRecords<Transaction>(),
}));

interface Transaction {
  readonly id: number;
  readonly operation: 'DEBIT' | 'CREDIT';
  readonly amount: number;
  readonly userId: string;
  readonly timestamp: number;
  readonly refundedId?: number;
}

function recordTransaction(transaction: Omit<Transaction, 'timestamp'>, place: SimulatorEnvironment): void {
  const timestamp = place.now().getTime();
  recordsAt(place).transactions.add(String(transaction.id), { ...transaction, timestamp });
}

function keepPeople({ friends, ...player }: SimulatedPlayer, place: SimulatorEnvironment): void {
  const { people } = recordsAt(place);
  for (const friend of friends) if (!people.has(friend.id)) people.set(friend.id, { ...friend, friends: [] });
  people.set(player.id, { ...player, friends: friends.map(({ id }) => id) });
}

/** GET for browsers and POST for servers. Errors have status 200 and a header, like the platform's. */
function mountApi(app: FastifyInstance, place: SimulatorEnvironment): void {
  const records = recordsAt(place);
  const methods: Readonly<Record<string, (userId: string, texts: SimulatorParams, reply: FastifyReply) => unknown>> = {
    'users.getCurrentUser': (userId) => describeUser(userId, place),
    'users.hasAppPermission': (userId) => records.granted.has(userId),
    'users.getInfo': (_, { uids = '' }, reply) => {
      const ids = uids.split(',');
      if (ids.length > 100) refuse(reply, 100, 'PARAM : Too many uids');
      return ids.flatMap((id) => describeUser(id, place) ?? []);
    },
    'friends.getAppUsers': (userId, _, reply) => {
      if (!records.granted.has(userId)) refuse(reply, 10, 'PERMISSION_DENIED : VALUABLE_ACCESS');
      return { uids: records.people.get(userId)?.friends ?? [] };
    },
    'apps.getAppUserRating': (userId, { app_id: id }, reply) => {
      if (id !== appId) refuse(reply, 100, 'PARAM : app_id');
      const rating = records.ratings.get(userId);
      return rating === undefined ? { success: false } : { success: true, rating };
    },
  };
  const api = createSimulatorApi(app);
  for (const verb of ['get', 'post'] as const)
    api[verb]('/fb.do', ({ texts, reply }) => {
      const { application_key: key, session_key: session = '', method = '', sig } = texts;
      const [, userId = '', atS] = /^-s-(.+)\.(\d+)$/.exec(session) ?? [];
      if (key !== applicationKey) refuse(reply, 101, 'PARAM_API_KEY : No application key');
      const callAsApp = appMethods[method];
      if (callAsApp) {
        if (session !== '') refuse(reply, 100, 'PARAM : A session is prohibited');
        if (sig !== signOkParams(texts as StringParams, secretKey))
          refuse(reply, 104, 'PARAM_SIGNATURE : Invalid signature');
        return reply.type('application/json').send(JSON.stringify(callAsApp(texts, reply, place)));
      }
      if (atS === undefined) refuse(reply, 103, 'PARAM_SESSION_KEY : Invalid session key');
      if (readSeconds(place) - Number(atS) >= sessionS) refuse(reply, 102, 'PARAM_SESSION_EXPIRED : Session expired');
      if (sig !== signOkParams(texts as StringParams, secretOf(session)))
        refuse(reply, 104, 'PARAM_SIGNATURE : Invalid signature');
      const answer = methods[method]?.(userId, texts, reply);
      if (answer === undefined) refuse(reply, 3, 'METHOD : Method does not exist');
      return reply
        .headers({ 'access-control-allow-origin': '*' })
        .type('application/json')
        .send(JSON.stringify(answer));
    });
}

const monthOf = (ms: number): string => new Date(ms).toISOString().slice(0, 7);
/** The day in Moscow. */
const dayOf = (ms: number): string => new Date(ms + 3 * 3_600_000).toISOString().slice(0, 10).replaceAll('-', '.');

type AppMethod = (texts: SimulatorParams, reply: FastifyReply, place: SimulatorEnvironment) => object;

/** Calls without a session, signed with the app's secret. */
const appMethods: Readonly<Record<string, AppMethod>> = {
  'payment.refundUserPayment': ({ uid, transaction_id: id = '' }, reply, place) => {
    const { transactions } = recordsAt(place);
    const paid = transactions.get(id);
    if (paid?.operation !== 'DEBIT' || paid.userId !== uid) refuse(reply, 100, 'PARAM : No such payment');
    if (monthOf(paid.timestamp) !== monthOf(place.now().getTime())) refuse(reply, 100, 'PARAM : Not in this month');
    if (transactions.find(({ refundedId }) => refundedId === paid.id)) refuse(reply, 100, 'PARAM : Already cancelled');
    const refundId = 800_000_000_000 + transactions.all().length;
    const refund = { id: refundId, operation: 'CREDIT', amount: paid.amount, userId: paid.userId } as const;
    recordTransaction({ ...refund, refundedId: paid.id }, place);
    return { success: true, txn_id: refundId };
  },
  'payment.getDailyTransactionsFromServer': ({ date, anchor = '0', count = '100' }, reply, place) => {
    if (!/^([1-9]\d?|100)$/.test(count)) refuse(reply, 100, 'PARAM : count');
    const found = recordsAt(place)
      .transactions.all()
      .filter(({ timestamp }) => date === undefined || dayOf(timestamp) === date);
    const end = Number(anchor) + Number(count);
    const data = found.slice(Number(anchor), end).map(({ id, timestamp, operation, amount, userId }) => ({
      id,
      timestamp,
      operation,
      amount,
      userId,
      status: 'SUCCESS',
    }));
    return { anchor: String(end), data, has_more: end < found.length, totalCount: found.length };
  },
};

function refuse(reply: FastifyReply, error_code: number, error_msg: string): never {
  void reply.headers({ 'invocation-error': String(error_code), 'access-control-allow-origin': '*' });
  throw new SimulatedVendorError(200, { error_code, error_data: null, error_msg });
}

function describeUser(id: string, place: SimulatorEnvironment): object | undefined {
  const person = recordsAt(place).people.get(id);
  if (!person) return undefined;
  const { firstName, lastName, gender, language: locale } = person;
  const names = { first_name: firstName, last_name: lastName, name: `${firstName} ${lastName}`.trim() };
  return {
    uid: id,
    ...names,
    locale,
    ...(gender !== 'unspecified' && { gender }),
    pic224x224: `${place.at}/photo/${id}`,
  };
}

interface AskedPayment {
  readonly payerId: string;
  readonly sku: string;
  readonly price: string;
  readonly attributes: string;
  readonly id: string;
}

function createPayment(
  { payerId, sku, price, attributes, id }: AskedPayment,
  { now }: SimulatorEnvironment,
): SimulatedWebhook {
  const texts = {
    amount: price,
    application_key: applicationKey,
    call_id: String(now().getTime()),
    extra_attributes: attributes,
    method: 'callbacks.payment',
    product_code: sku,
    transaction_id: id,
    transaction_time: now().toISOString().slice(0, 19).replace('T', ' '),
    uid: payerId,
  };
  return {
    body: '',
    headers: {},
    query: new URLSearchParams({ ...texts, sig: signOkParams(texts, secretKey) }).toString(),
  };
}

const isGood = ({ status, text }: WebhookAttempt): boolean =>
  status === 200 && /<callbacks_payment_response[^>]*>\s*true\s*<\/callbacks_payment_response>/.test(text);
/** Errors about the payment itself are final; others are retried. */
const isAnswered = (sent: WebhookAttempt): boolean =>
  isGood(sent) || /<error_code>(104|1001)<\/error_code>/.test(sent.text);

/** OKs are taken only after our server accepts; at most three queries, with shorter pauses than the real ones. */
async function take(payment: SimulatedWebhook, place: SimulatorEnvironment): Promise<boolean> {
  const rules = { pausesMs: [100, 300], isOver: isAnswered };
  if (!isGood(await sendWebhookWithRetries(place.hookUrl, payment, rules))) return false;
  const { transaction_id: id, amount, uid: userId = '' } = Object.fromEntries(new URLSearchParams(payment.query));
  recordTransaction({ id: Number(id), operation: 'DEBIT', amount: Number(amount), userId }, place);
  return true;
}

function mountPage(app: FastifyInstance, place: SimulatorEnvironment): void {
  const records = recordsAt(place);
  const api = createSimulatorApi(app);
  api.post('/permissions', ({ texts: { user_id: userId = '' } }) => records.granted.add(userId) && {});
  api.post('/rating', ({ texts: { user_id: userId = '', stars } }) => records.ratings.set(userId, Number(stars)) && {});
  api.post('/payment', async ({ texts }) => {
    const { user_id: payerId = '', code: sku = '', price = '', attributes = '', telling } = texts;
    const id = String(900_100_200 + (records.payments += 1));
    const payment = createPayment({ payerId, sku, price, attributes, id }, place);
    if (telling === 'late') {
      takeLate(app, payment, place);
      return { outcome: 'paid' };
    }
    const isTaken = await take(payment, place);
    if (telling === 'twice') await take(payment, place);
    return { outcome: isTaken ? 'paid' : 'failed' };
  });
  api.get('/photo/:id', ({ reply }) =>
    reply
      .headers({ 'cross-origin-resource-policy': 'cross-origin' })
      .type('image/svg+xml')
      .send(
        '<svg xmlns="http://www.w3.org/2000/svg" width="224" height="224"><rect width="224" height="224" fill="#ee8208"/></svg>',
      ),
  );
}

function takeLate(app: FastifyInstance, payment: SimulatedWebhook, place: SimulatorEnvironment): void {
  wait(1500, undefined, { ref: false })
    .then(() => take(payment, place))
    .catch((error: unknown) =>
      app.log.warn({ err: error }, 'The simulated Odnoklassniki could not send a payment notification.'),
    );
}
