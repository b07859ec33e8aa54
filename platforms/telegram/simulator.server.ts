// Simulates Telegram: signed launches, the Bot API, payments with queries and updates, and AdsGram's script.
import { createHmac, createPrivateKey, randomBytes, sign } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { Type, type Static, type TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { parseJson } from '#kit/parse-json.server.ts';
import { createSimulatorApi, serveScript, SimulatedVendorError } from '#kit/simulator-api.server.ts';
import { memoizeBySimulatorUrl } from '#kit/simulator-records.server.ts';
import {
  isSuccessStatus,
  sendWebhookOnce,
  sendWebhookWithRetries,
  type SimulatedWebhook,
} from '#kit/simulator-webhooks.server.ts';
import { sortParams } from '#kit/sorted-signature.server.ts';
import { mountSimulatedStorage } from '../kit/simulator-storage.server.ts';
import type {
  TestLoginKind,
  PlatformSimulator,
  SimulatedPurchase,
  SimulatorEnvironment,
} from '../simulator-port.server.ts';
import type { SimulatedPlayer } from '../scenario.ts';
import { signInitData } from './verify.server.ts';

export const simulator: PlatformSimulator = {
  async mount(app, place) {
    mountApi(app, place);
    mountWebClient(app, place);
    mountSimulatedStorage(app);
    const script = join(import.meta.dirname, 'simulator-script.js');
    await serveScript(app, '/sad.min.js', script, { pageOrigin: place.pageOrigin });
  },

  settings: (place) => ({
    BotToken: botToken,
    WebhookSecret: webhookSecret,
    BotName: 'simulated_bot',
    AppName: 'game',
    Community: 'simulated_channel',
    AdsgramBlockId: '1',
    AdsgramInterstitialId: 'int-1',
    AdsgramUrl: `${place.at}/sad.min.js`,
    IsTest: !(place.isLive ?? false),
    ApiBase: place.at,
    ...(place.pageOrigin !== undefined && { FrameOrigin: place.pageOrigin }),
  }),

  async launch(player, { proof, device }, { now }) {
    const fields = {
      tgWebAppData: createStart(player, readSeconds(now) - (proof === 'expired' ? staleS : 0)),
      tgWebAppVersion: '8.0',
      tgWebAppPlatform: device === 'phone' ? 'android' : 'web',
      tgWebAppThemeParams: JSON.stringify({ bg_color: '#ffffff', text_color: '#000000' }),
    };
    return { fragment: new URLSearchParams(fields).toString().replaceAll('+', '%20') };
  },

  async login(kind, player, { now }) {
    const InitData = createStart(player, readSeconds(now) + (shiftS[kind] ?? 0), otherTokens[kind]);
    return { InitData: kind === 'changed' ? InitData.replace('chat_type=p', 'chat_type=q') : InitData };
  },

  webhooks: {
    async ask({ attemptId, amountMinor, payerId }, place) {
      const bot = botAt(place);
      const payer = describePerson(toTelegramId(payerId));
      return createWebhook(bot, createQuestion(bot, `ask-${attemptId}`, attemptId, amountMinor, payer));
    },
    async paid(purchase, place) {
      const bot = botAt(place);
      return createWebhook(bot, createMessage(bot, 'successful_payment', takeStars(bot, purchase, place), place));
    },
    async refunded(purchase, place) {
      const bot = botAt(place);
      return createWebhook(bot, giveBack(bot, takeStars(bot, purchase, place), place));
    },
  },
};

const botToken = '7000000001:AAsimulated-bot-token-000000000001';
const webhookSecret = 'simulated-webhook-secret-0001';
const otherTokens: Partial<Record<TestLoginKind, string>> = {
  foreign: `7000000002:${'f'.repeat(35)}`,
  'other game': '7000000003:AAsimulated-bot-token-000000000003',
};
const staleS = 86_400 + 60;
const shiftS: Partial<Record<TestLoginKind, number>> = { stale: -staleS, future: 120 };
const readSeconds = (now: () => Date): number => Math.floor(now().getTime() / 1000);

/** The hash with the bot's token, and the signature for third parties with a key whose seed is 0, 1, 2 … 31. */
function createStart(player: SimulatedPlayer, atS: number, token = botToken): string {
  const { id, firstName, lastName, language } = player;
  const photo_url = 'https://t.me/i/userpic/320/simulated.svg';
  const names = { first_name: firstName, last_name: lastName, language_code: language };
  const user = { id: toTelegramId(id), ...names, allows_write_to_pm: true, photo_url };
  const fields: Record<string, string> = {
    // Some kinds of launch name no user. Slashes are escaped, like Telegram's.
    ...(!player.isGuest && { user: JSON.stringify(user).replaceAll('/', String.raw`\/`) }),
    chat_instance: '-1234567890123456789',
    chat_type: 'private',
    auth_date: String(atS),
  };
  const lines = sortParams(fields).map(([name, value]) => `${name}=${value}`);
  const forOthers = Buffer.from([`${token.split(':')[0]}:WebAppData`, ...lines].join('\n'));
  fields['signature'] = sign(null, forOthers, signingKey).toString('base64url');
  const signed = { ...fields, hash: signInitData(fields, token) };
  return new URLSearchParams(signed).toString().replaceAll('+', '%20');
}

const seed = Buffer.from(Array.from({ length: 32 }, (_, at) => at));
const signingKey = createPrivateKey({
  key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]),
  format: 'der',
  type: 'pkcs8',
});

const toTelegramId = (id: string): number =>
  /^[1-9]\d{0,15}$/.test(id)
    ? Number(id)
    : 1_000_000_000 + createHmac('sha256', 'telegram id').update(id).digest().readUInt32BE(0);

interface Invoice {
  readonly title: string;
  readonly description: string;
  readonly payload: string;
  readonly amount: number;
}

interface Charge {
  readonly id: string;
  readonly payerId: number;
  readonly payload: string;
  readonly amount: number;
  isRefunded: boolean;
}

type Update = Readonly<Record<string, unknown>>;
/** The reply to the query before a payment. */
type Consent = { readonly ok: boolean; readonly error_message?: string };

const createBot = ({ hookUrl }: SimulatorEnvironment) => ({
  invoices: new Map<string, Invoice>(),
  charges: new Map<string, Charge>(),
  transactions: [] as object[],
  /** Queries that wait for an answer by API call. */
  questions: new Map<string, (consent: Consent) => void>(),
  webhook: { url: hookUrl, secret: webhookSecret as string | undefined },
  updates: 0,
});

type Bot = ReturnType<typeof createBot>;
const botAt = memoizeBySimulatorUrl(createBot);

function takeStars(
  bot: Bot,
  {
    attemptId: payload,
    amountMinor: amount,
    payerId,
  }: Pick<SimulatedPurchase, 'attemptId' | 'amountMinor' | 'payerId'>,
  { now }: SimulatorEnvironment,
  key = payload,
): Charge {
  const id = `stx${key}`;
  const known = bot.charges.get(id);
  if (known) return known;
  const charge = { id, payerId: toTelegramId(payerId), payload, amount, isRefunded: false };
  bot.charges.set(id, charge);
  bot.transactions.push({ id, amount, date: readSeconds(now), source: describePartner(charge) });
  return charge;
}

function giveBack(bot: Bot, charge: Charge, place: SimulatorEnvironment): Update {
  const { id, amount, isRefunded } = charge;
  if (!isRefunded)
    bot.transactions.push({ id, amount, date: readSeconds(place.now), receiver: describePartner(charge) });
  charge.isRefunded = true;
  return createMessage(bot, 'refunded_payment', charge, place);
}

const describePerson = (id: number, language = 'en') => ({
  id,
  is_bot: false,
  first_name: 'Simulated',
  language_code: language,
});

const describePartner = ({ payerId, payload }: Charge): object => ({
  type: 'user',
  transaction_type: 'invoice_payment',
  user: describePerson(payerId),
  invoice_payload: payload,
});

const createUpdate = (bot: Bot, content: object): Update => ({ update_id: (bot.updates += 1), ...content });

function createMessage(
  bot: Bot,
  kind: 'successful_payment' | 'refunded_payment',
  { id, payerId, payload, amount }: Charge,
  { now }: SimulatorEnvironment,
): Update {
  const ids = { telegram_payment_charge_id: id, provider_payment_charge_id: id };
  const payment = { currency: 'XTR', total_amount: amount, invoice_payload: payload, ...ids };
  const chat = { id: payerId, type: 'private' };
  return createUpdate(bot, {
    message: { message_id: 1, date: readSeconds(now), from: describePerson(payerId), chat, [kind]: payment },
  });
}

const createQuestion = (bot: Bot, id: string, payload: string, amount: number, from: object): Update =>
  createUpdate(bot, {
    pre_checkout_query: { id, from, currency: 'XTR', total_amount: amount, invoice_payload: payload },
  });

const createWebhook = ({ webhook: { secret } }: Bot, update: Update): SimulatedWebhook => ({
  body: JSON.stringify(update),
  headers: {
    'content-type': 'application/json',
    ...(secret !== undefined && { 'x-telegram-bot-api-secret-token': secret }),
  },
});

function sendUpdates(app: FastifyInstance, bot: Bot, updates: readonly Update[], afterMs = 0): void {
  const send = async (): Promise<void> => {
    await wait(afterMs, undefined, { ref: false });
    for (const update of updates)
      // Telegram's number of retries is unknown; here it is limited.
      await sendWebhookWithRetries(bot.webhook.url, createWebhook(bot, update), {
        pausesMs: [200, 500, 1000, 2000],
        isOver: isSuccessStatus,
      });
  };
  send().catch((error: unknown) => app.log.warn({ err: error }, 'The simulated Telegram could not send an update.'));
}

const refuse = (status: number, description: string): never => {
  throw new SimulatedVendorError(status, { ok: false, error_code: status, description });
};
const refuseRequest = (fault: string): never => refuse(400, `Bad Request: ${fault}`);

function requireShape<S extends TSchema>(schema: S, body: unknown, fault: string): Static<S> {
  return Value.Check(schema, body) ? body : refuseRequest(fault);
}

function mountApi(app: FastifyInstance, place: SimulatorEnvironment): void {
  const bot = botAt(place);
  const methods: Readonly<Record<string, (body: unknown) => unknown>> = {
    createInvoiceLink(body) {
      const { title: name, description, payload, prices } = requireShape(NewInvoice, body, 'INVOICE_INVALID');
      if (Buffer.byteLength(payload) > 128) refuseRequest('INVOICE_PAYLOAD_INVALID');
      const slug = randomBytes(12).toString('base64url');
      bot.invoices.set(slug, { title: name, description, payload, amount: prices[0]?.amount ?? 0 });
      return `https://t.me/$${slug}`;
    },
    answerPreCheckoutQuery(body) {
      const { pre_checkout_query_id: id, ...consent } = requireShape(Answer, body, 'QUERY_ID_INVALID');
      const settle = bot.questions.get(id);
      if (!settle) refuseRequest('query is too old and response timeout expired or query ID is invalid');
      settle?.(consent);
      return true;
    },
    refundStarPayment(body) {
      const { user_id: payerId, telegram_payment_charge_id: id } = requireShape(Refund, body, 'CHARGE_ID_INVALID');
      const charge = bot.charges.get(id) ?? refuseRequest('CHARGE_NOT_FOUND');
      if (charge.payerId !== payerId) refuseRequest('USER_ID_INVALID');
      if (charge.isRefunded) refuseRequest('CHARGE_ALREADY_REFUNDED');
      sendUpdates(app, bot, [giveBack(bot, charge, place)]);
      return true;
    },
    getStarTransactions(body) {
      const { offset = 0, limit = 100 } = requireShape(Page, body ?? {}, 'LIMIT_INVALID');
      return { transactions: bot.transactions.slice(offset, offset + limit) };
    },
    setWebhook(body) {
      const { url, secret_token: secret } = requireShape(NewWebhook, body, 'invalid webhook URL specified');
      bot.webhook = { url, secret };
      return true;
    },
  };
  // The test server's path, unless `isLive`.
  createSimulatorApi(app).post(place.isLive ? '/bot:token/:method' : '/bot:token/test/:method', ({ texts, body }) => {
    if (texts['token'] !== botToken) refuse(401, 'Unauthorized');
    const method = methods[texts['method'] ?? ''] ?? refuse(404, 'Not Found');
    return { ok: true, result: method(body) };
  });
}

const title = Type.String({ minLength: 1, maxLength: 32 });
const NewInvoice = Type.Object({
  title,
  description: Type.String({ minLength: 1, maxLength: 255 }),
  payload: Type.String({ minLength: 1 }),
  provider_token: Type.Optional(Type.Literal('')),
  currency: Type.Literal('XTR'),
  prices: Type.Array(Type.Object({ label: title, amount: Type.Integer({ minimum: 1 }) }), { minItems: 1, maxItems: 1 }),
});
const Answer = Type.Object({
  pre_checkout_query_id: Type.String(),
  ok: Type.Boolean(),
  error_message: Type.Optional(Type.String()),
});
const Refund = Type.Object({ user_id: Type.Integer(), telegram_payment_charge_id: Type.String() });
const Page = Type.Object({
  offset: Type.Optional(Type.Integer({ minimum: 0 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
});
const NewWebhook = Type.Object({
  url: Type.String({ pattern: '^https?://' }),
  secret_token: Type.Optional(Type.String({ pattern: '^[\\w-]{1,256}$' })),
});
const Payment = Type.Object({
  slug: Type.String(),
  payer: Type.Object({ id: Type.String({ maxLength: 100 }), language: Type.String({ maxLength: 20 }) }),
  telling: Type.Enum(['usual', 'late', 'twice']),
});

function mountWebClient(app: FastifyInstance, place: SimulatorEnvironment): void {
  const bot = botAt(place);
  const api = createSimulatorApi(app);
  const find = (slug: unknown): Invoice => bot.invoices.get(String(slug)) ?? refuse(404, 'There is no such invoice.');
  api.post('/web/invoice', ({ texts }) => find(texts['slug']));
  api.post('/web/pay', async ({ body }) => {
    if (!Value.Check(Payment, body)) return refuse(404, 'There is no such invoice.');
    const { payload, amount } = find(body.slug);
    const { id: payerId, language } = body.payer;
    const key = randomBytes(15).toString('base64url');
    const question = createQuestion(
      bot,
      `query-${key}`,
      payload,
      amount,
      describePerson(toTelegramId(payerId), language),
    );
    const { ok, error_message: message = 'The bot did not answer.' } = await askBot(bot, `query-${key}`, question);
    if (!ok) return { status: 'failed', message };
    const charge = takeStars(bot, { attemptId: payload, amountMinor: amount, payerId }, place, key);
    const update = createMessage(bot, 'successful_payment', charge, place);
    sendUpdates(app, bot, body.telling === 'twice' ? [update, update] : [update], body.telling === 'late' ? 8000 : 0);
    return { status: 'paid' };
  });
}

/** Telegram waits ten seconds. The answer is in the HTTP response or comes as an API call. */
async function askBot(bot: Bot, id: string, question: Update): Promise<Consent> {
  const { promise, resolve } = Promise.withResolvers<Consent>();
  bot.questions.set(id, resolve);
  const { status, text } = await sendWebhookOnce(bot.webhook.url, createWebhook(bot, question));
  if (status !== 200) resolve({ ok: false, error_message: `The webhook of the bot answered ${status}.` });
  const reply = parseJson(text);
  if (Value.Check(Answer, reply) && reply.pre_checkout_query_id === id) resolve(reply);
  const timer = setTimeout(resolve, 10_000, { ok: false }).unref();
  const consent = await promise;
  clearTimeout(timer);
  bot.questions.delete(id);
  return consent;
}
