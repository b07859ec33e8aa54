// Telegram on a laptop and in tests: starts signed for its bot, the Bot API, the question before a payment and the updates after it,
// and what its web client asks. AdsGram's script is here as well, since nobody else is on that page.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { LoginKind, PlatformSimulator, SimulatedWebhook, SimulatorPlace } from '../simulator-port.server.ts';
import { mountApi } from './simulator-api.server.ts';
import {
  createBot,
  paymentMessage,
  type Bot,
  type Consent,
  type Invoice,
  type Update,
} from './simulator-bot.server.ts';
import { signInitData, telegramId } from './simulator-init-data.server.ts';

export const simulator: PlatformSimulator = {
  async mount(app, place) {
    const bot = botAt(place);
    mountApi(app, bot, { isLive: place.isLive ?? false, tell: (update) => tellInBackground(app, bot, [update]) });
    mountWebClient(app, bot, place);
    const script = await readFile(join(import.meta.dirname, 'simulator-ads.js'), 'utf8');
    app.get('/sad.min.js', (_, reply) =>
      reply
        .type('text/javascript; charset=utf-8')
        .header('cache-control', 'no-cache')
        .send(script.replace('{page}', place.pageOrigin ?? '')),
    );
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
    const ageS = proof === 'expired' ? staleS : 0;
    const initData = signInitData({ botToken, player, at: new Date(now().getTime() - ageS * 1000) });
    const fields = {
      tgWebAppData: initData,
      tgWebAppVersion: '8.0',
      tgWebAppPlatform: device === 'phone' ? 'android' : 'web',
      tgWebAppThemeParams: JSON.stringify({ bg_color: '#ffffff', text_color: '#000000' }),
    };
    return { fragment: new URLSearchParams(fields).toString().replaceAll('+', '%20') };
  },

  async login(kind, player, { now }) {
    const token =
      kind === 'foreign' ? `7000000002:${'f'.repeat(35)}` : kind === 'other game' ? otherBotToken : botToken;
    const InitData = signInitData({ botToken: token, player, at: new Date(now().getTime() + laterS(kind) * 1000) });
    return { InitData: kind === 'changed' ? InitData.replace('chat_type=p', 'chat_type=q') : InitData };
  },

  notices: {
    async ask(purchase, place) {
      const { attemptId, amountMinor, payerId } = purchase;
      const invoice = { payload: attemptId, amount: amountMinor };
      const bot = botAt(place);
      return noticeOf(bot, questionOf(bot, `ask-${attemptId}`, invoice, { id: telegramId(payerId), language: 'en' }));
    },
    async paid({ attemptId, amountMinor, payerId }, place) {
      const bot = botAt(place);
      const given = { payerId: telegramId(payerId), payload: attemptId, amount: amountMinor };
      return noticeOf(bot, paidUpdate(bot, bot.charge(given, attemptId), place));
    },
    async refunded({ attemptId, amountMinor, payerId }, place) {
      const bot = botAt(place);
      const given = { payerId: telegramId(payerId), payload: attemptId, amount: amountMinor };
      return noticeOf(bot, bot.refund(bot.charge(given, attemptId)));
    },
  },
};

const botToken = '7000000001:AAsimulated-bot-token-000000000001';
const otherBotToken = '7000000003:AAsimulated-bot-token-000000000003';
const webhookSecret = 'simulated-webhook-secret-0001';
const staleS = 86_400 + 60;
const laterS = (kind: LoginKind): number => (kind === 'stale' ? -staleS : kind === 'future' ? 120 : 0);

const bots = new Map<string, Bot>();

function botAt({ at, hookUrl, now }: SimulatorPlace): Bot {
  const known = bots.get(at);
  if (known) return known;
  const bot = createBot(botToken, { url: hookUrl, secret: webhookSecret }, now);
  bots.set(at, bot);
  return bot;
}

const paidUpdate = (bot: Bot, charge: Parameters<typeof paymentMessage>[1], { now }: SimulatorPlace): Update =>
  bot.update(paymentMessage('successful_payment', charge, Math.floor(now().getTime() / 1000)));

const questionOf = (
  bot: Bot,
  id: string,
  { payload, amount }: Pick<Invoice, 'payload' | 'amount'>,
  payer: { readonly id: number; readonly language: string },
): Update =>
  bot.update({
    pre_checkout_query: {
      id,
      from: { id: payer.id, is_bot: false, first_name: 'Simulated', language_code: payer.language },
      currency: 'XTR',
      total_amount: amount,
      invoice_payload: payload,
    },
  });

const noticeOf = ({ webhook: { secret } }: Bot, update: Update): SimulatedWebhook => ({
  body: JSON.stringify(update),
  headers: {
    'content-type': 'application/json',
    ...(secret !== undefined && { 'x-telegram-bot-api-secret-token': secret }),
  },
});

const Payment = Type.Object({
  slug: Type.String(),
  payer: Type.Object({ id: Type.String({ maxLength: 100 }), language: Type.String({ maxLength: 20 }) }),
  updates: Type.Enum(['usual', 'late', 'twice']),
});

/** What the web client asks its server: what an invoice is, and to pay it. */
function mountWebClient(app: FastifyInstance, bot: Bot, place: SimulatorPlace): void {
  app.post('/web/invoice', (request, reply) => {
    const { slug } = request.body as { slug?: unknown };
    const invoice = bot.invoices.get(String(slug));
    return invoice ? reply.send(invoice) : reply.code(404).send({ error: 'There is no such invoice.' });
  });
  app.post('/web/pay', async ({ body }, reply) => {
    const invoice = Value.Check(Payment, body) ? bot.invoices.get(body.slug) : undefined;
    if (!Value.Check(Payment, body) || !invoice) return reply.code(404).send({ error: 'There is no such invoice.' });
    const payer = { id: telegramId(body.payer.id), language: body.payer.language };
    const { ok, message } = await askBot(bot, invoice, payer);
    if (!ok) return reply.send({ status: 'failed', message: message ?? 'The bot did not answer.' });
    const { payload, amount } = invoice;
    const update = paidUpdate(bot, bot.charge({ payerId: payer.id, payload, amount }), place);
    const { updates } = body;
    tellInBackground(app, bot, updates === 'twice' ? [update, update] : [update], updates === 'late' ? lateMs : 0);
    return reply.send({ status: 'paid' });
  });
}

const lateMs = 8000;

/** Ten seconds, as Telegram gives; the answer is the reply itself or a call. */
async function askBot(
  bot: Bot,
  invoice: Invoice,
  payer: { readonly id: number; readonly language: string },
): Promise<Consent> {
  const update = questionOf(bot, `query-${bot.charges.size}-${invoice.slug}`, invoice, payer);
  const { id } = update['pre_checkout_query'] as { id: string };
  const { promise, resolve } = Promise.withResolvers<Consent>();
  bot.questions.set(id, resolve);
  const over = new AbortController();
  const { status, body } = await post(bot, update);
  if (status !== 200) resolve({ ok: false, message: `The hook of the bot answered ${status}.` });
  const reply = Value.Check(Reply, body) && body.pre_checkout_query_id === id ? body : undefined;
  if (reply) resolve({ ok: reply.ok, ...(reply.error_message !== undefined && { message: reply.error_message }) });
  const late = wait(10_000, { ok: false } satisfies Consent, { ref: false, signal: over.signal });
  // It rejects when it is taken back below: then the answer was there in time.
  late.catch(() => undefined);
  const consent = await Promise.race([promise, late]);
  over.abort();
  bot.questions.delete(id);
  return consent;
}

const Reply = Type.Object({
  method: Type.Literal('answerPreCheckoutQuery'),
  pre_checkout_query_id: Type.String(),
  ok: Type.Boolean(),
  error_message: Type.Optional(Type.String()),
});

function tellInBackground(app: FastifyInstance, bot: Bot, updates: readonly Update[], afterMs = 0): void {
  const tell = async (): Promise<void> => {
    if (afterMs > 0) await wait(afterMs, undefined, { ref: false });
    for (const update of updates)
      for (const gapMs of retryGapsMs) {
        const { status } = await post(bot, update);
        if (status >= 200 && status < 300) break;
        await wait(gapMs, undefined, { ref: false });
      }
  };
  tell().catch((error: unknown) => app.log.warn({ err: error }, 'The simulated Telegram could not send an update.'));
}

// How often Telegram sends again is not known; it ends.
const retryGapsMs = [200, 500, 1000, 2000, 4000] as const;

/** Status 0: there was no answer. */
async function post(bot: Bot, update: Update): Promise<{ readonly status: number; readonly body: unknown }> {
  const { body, headers } = noticeOf(bot, update);
  try {
    const signal = AbortSignal.timeout(10_000);
    // oxlint-disable-next-line eslint/no-restricted-globals -- it plays the vendor's server, which calls us by its own client
    const response = await fetch(bot.webhook.url, { method: 'POST', body, headers, redirect: 'manual', signal });
    const text = await response.text();
    return { status: response.status, body: text.startsWith('{') ? (JSON.parse(text) as unknown) : undefined };
  } catch {
    // A portal that is not there is as good as one that says no: it comes again.
    return { status: 0, body: undefined };
  }
}
