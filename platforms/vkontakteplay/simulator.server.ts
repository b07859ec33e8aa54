// Simulates VK Play. The real billing callback's format is unknown, so that part is a guess.
import { createHash, randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { toDecimal } from '#kit/decimal-amount.ts';
import { parseJson } from '#kit/parse-json.server.ts';
import { createSimulatorApi, serveScript, SimulatedVendorError } from '#kit/simulator-api.server.ts';
import { createSimulatorRecords, memoizeBySimulatorUrl } from '#kit/simulator-records.server.ts';
import { sendWebhookWithRetries, type WebhookAttempt, type SimulatedWebhook } from '#kit/simulator-webhooks.server.ts';
import { signSortedParams, type StringParams } from '#kit/sorted-signature.server.ts';
import type { TestLoginKind, PlatformSimulator, SimulatorEnvironment } from '../simulator-port.server.ts';
import type { SimulatedPlayer, Scenario } from '../scenario.ts';

export const simulator: PlatformSimulator = {
  async mount(app, place) {
    await serveScript(app, `/app/${appId}/static/mailru.core.js`, join(import.meta.dirname, 'simulator-script.js'), {
      pageOrigin: place.pageOrigin,
      isBlocked: ({ headers: { referer = '' } }) =>
        URL.canParse(referer) && new URL(referer).searchParams.has(blockedParameter),
    });
    mountTokens(app, place);
    mountBilling(app, place);
    mountAvatars(app);
  },

  settings: ({ at, isLive = false }) => ({ AppId: appId, Secret: secret, BaseUrl: at, IsTest: !isLive }),

  launch: async (player, scenario, { now }) => ({ query: createLaunch(player, scenario, now()) }),

  async login(kind, player, place) {
    // Only VK Play can read a token's time.
    if (kind === 'future') return undefined;
    const { records } = recordsAt(place);
    const hash = giveToken(records, player.id, { appId: otherApps[kind] ?? appId, isOver: kind === 'stale' });
    const hashes: Partial<Record<TestLoginKind, string>> = {
      changed: hash.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      foreign: createHash('md5').update('of somebody else').digest('hex'),
    };
    return { QueryString: '', Uid: player.id, Hash: hashes[kind] ?? hash };
  },

  paymentRequest: async ({ id }) => ({ IpAddress: '{ip}', Uid: id, Currency: 'USD' }),

  webhooks: {
    paid: async ({ orderId, amountMinor, currency, payerId }) =>
      createBillingCallback(
        { amount: toDecimal(amountMinor, currency), currency, item_id: orderId, uid: payerId },
        'POST',
      ),
  },
};

const appId = '45000';
const secret = 'simulatedVkPlaySecret';
const blockedParameter = 'simulated-script';
const otherApps: Partial<Record<TestLoginKind, string>> = { 'other game': '45001' };

type Starter = Pick<SimulatedPlayer, 'id' | 'language' | 'country' | 'isGuest'>;

/** A player who isn't signed in isn't named, and nothing is signed. */
function createLaunch(
  { id, language, country, isGuest }: Starter,
  { sdk }: Pick<Scenario, 'sdk'>,
  now: Date,
): StringParams {
  const texts = {
    appid: appId,
    currency: country === 'JP' ? 'USD' : 'RUB',
    lang: { en: 'en_US', uk: 'uk_UA', ru: 'ru_RU' }[language] ?? language,
    status: isGuest ? '0' : '2',
    version: '1',
    ...(sdk === 'blocked' && { [blockedParameter]: 'blocked' }),
  };
  if (isGuest) return texts;
  const named = { ...texts, time: String(Math.floor(now.getTime() / 1000)), uid: id };
  return { ...named, sign: signSortedParams(named, secret, 'sign') };
}

interface Token {
  readonly appId: string;
  readonly uid: string;
  /** The IP address that requested the token. Absent: not checked. */
  readonly ip?: string;
  isOver: boolean;
}

const recordsAt = memoizeBySimulatorUrl(() => ({ records: createSimulatorRecords<Token>() }));
type Tokens = ReturnType<typeof createSimulatorRecords<Token>>;

function giveToken(records: Tokens, uid: string, token: Omit<Token, 'uid'>): string {
  const hash = randomUUID().replaceAll('-', '');
  records.add(hash, { uid, ...token });
  return hash;
}

const refuse = (status: number, errcode: number, errmsg: string): never => {
  throw new SimulatedVendorError(status, { status: 'error', errcode, errmsg });
};

/** A laptop has several loopback addresses. */
const isSameAddress = (one: string, other: string): boolean => one === other || (isLoopback(one) && isLoopback(other));
const isLoopback = (address: string): boolean => /^(::1|(::ffff:)?127\.)/.test(address);

function mountTokens(app: FastifyInstance, place: SimulatorEnvironment): void {
  const { records } = recordsAt(place);
  const api = createSimulatorApi(app);
  api.post('/web/token', ({ texts: { app: game = '', uid = '', isExpired }, request }) => ({
    uid: Number(uid),
    hash: giveToken(records, uid, { appId: game, isOver: isExpired === 'true', ip: request.ip }),
  }));
  api.get('/app/:appid/gas', ({ texts: { appid = '', uid = '', hash = '', ip = '', sign } }) => {
    // The game's id is signed but sent only in the path.
    if (sign !== signSortedParams({ appid, uid, hash, ip }, secret, 'sign')) refuse(403, 1, 'Wrong sign');
    if (isIP(ip) === 0) refuse(400, 2, 'Wrong ip');
    const token = records.get(hash);
    if (!token || token.appId !== appid || token.uid !== uid) return refuse(404, 3, 'Unknown token');
    if (token.ip !== undefined && !isSameAddress(token.ip, ip)) refuse(403, 4, 'Another ip');
    if (token.isOver) refuse(410, 5, 'The token is over');
    token.isOver = true;
    return { status: 'ok', uid: Number(uid) };
  });
}

type Paid = Readonly<Record<'amount' | 'currency' | 'item_id' | 'uid', string>> & { readonly ip?: string };

const numberOf = (orderId: string): string =>
  String(Number.parseInt(createHash('md5').update(orderId).digest('hex').slice(0, 10), 16));

/** Everything in it is signed, including the buyer's IP address. */
export function createBillingCallback({ ip = '203.0.113.7', ...paid }: Paid, method: 'GET' | 'POST'): SimulatedWebhook {
  const texts = { appid: appId, ...paid, ip, tid: numberOf(paid.item_id) };
  const content = new URLSearchParams({ ...texts, sign: signSortedParams(texts, secret, 'sign') }).toString();
  if (method === 'GET') return { body: '', headers: {}, query: content };
  return { body: content, headers: { 'content-type': 'application/x-www-form-urlencoded' } };
}

const isTaken = ({ status, text }: WebhookAttempt): boolean =>
  status === 200 && (parseJson(text) as { status?: unknown } | null)?.status === 'ok';

/** Retried without a reply; a clear rejection ends it. */
async function send(paid: Paid, method: 'GET' | 'POST', { hookUrl }: SimulatorEnvironment): Promise<boolean> {
  const rules = { pausesMs: [50, 150, 500], isOver: ({ status }: WebhookAttempt) => status === 200 };
  return isTaken(await sendWebhookWithRetries(hookUrl, createBillingCallback(paid, method), rules));
}

function mountBilling(app: FastifyInstance, place: SimulatorEnvironment): void {
  createSimulatorApi(app).post('/web/pay', async ({ texts }) => {
    const { amount = '', currency = '', item_id = '', uid = '', ip, telling } = texts;
    const paid: Paid = { amount, currency, item_id, uid, ...(ip !== undefined && { ip }) };
    if (telling === 'late') {
      wait(1500, undefined, { ref: false })
        .then(() => send(paid, 'POST', place))
        .catch((error: unknown) =>
          app.log.warn({ err: error }, 'The simulated VK Play could not send a payment notification.'),
        );
      return { outcome: 'paid' };
    }
    const isPaid = await send(paid, 'POST', place);
    if (telling === 'twice') await send(paid, 'GET', place);
    return { outcome: isPaid ? 'paid' : 'refused' };
  });
}

const mountAvatars = (app: FastifyInstance): void =>
  createSimulatorApi(app).get('/avatar/:id', ({ reply }) =>
    reply
      .headers({ 'cross-origin-resource-policy': 'cross-origin' })
      .type('image/svg+xml')
      .send(
        '<svg xmlns="http://www.w3.org/2000/svg" width="180" height="180"><rect width="180" height="180" fill="#0077ff"/><circle cx="90" cy="72" r="34" fill="#fff"/><path d="M26 170a64 64 0 0 1 128 0z" fill="#fff"/></svg>',
      ),
  );
