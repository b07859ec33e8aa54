// The door for notices of payment providers, and of platforms that take money themselves: `/hooks/{folder}` with the settings of
// the portal, `/hooks/{folder}/{Game}` with those of one game. Bytes arrive as they were sent, because signatures are over bytes; the provider's half says what they prove,
// and everything is settled before anything is answered, in the provider's own words.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Value } from 'typebox/value';
import { apiBase } from '#contract/api-base.ts';
import { GameName } from '#model/game.ts';
import { Problem } from '#model/problem.ts';
import type { PaymentFact } from '#model/payment-fact.ts';
import type { WebhookReading, WebhookAnswer, WebhookEnd, Webhook } from '#payments/port.server.ts';
import { askedOrder } from './asked-order.ts';
import { lookSoon, settleProved } from './check-payment.ts';
import type { LoadedProvider } from './load-providers.ts';
import type { OrdersDeps } from './orders-deps.ts';
import { areSettingsOf, hostWith, inTime, settingsOf } from './provider-host.ts';
import { isExpectedSoon, quarantine } from './quarantine.ts';

export interface HooksDeps extends OrdersDeps {
  /** The address of a game's own host, with `{game}` for its name. */
  readonly gamesUrl: string;
}

export async function mountHooks(app: FastifyInstance, deps: HooksDeps): Promise<void> {
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { folder, game } = request.params as { folder: string; game?: string };
    const provider = deps.providers.find((each) => each.folder === folder);
    if (!provider || (game !== undefined && !Value.Check(GameName, game))) throw new Problem('NotFound');
    const found = await settingsOf(deps, provider, game);
    if (found.outcome === 'not set')
      throw new Problem('NotConfigured', `Payment with ${provider.manifest.title} is not set up here.`);
    return send(reply, await deal(deps, { provider, settings: found.settings, notice: noticeOf(request) }));
  };
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_, body, done) => done(null, body));
    const options = { bodyLimit, config: { rateLimit: { max: perMinute, timeWindow: 60_000 } } };
    for (const path of [`${apiBase}/hooks/:folder`, `${apiBase}/hooks/:folder/:game`])
      scope.post(path, options, handler);
  });
}

const bodyLimit = 256 * 1024;
// A provider is one caller for all who buy.
const perMinute = 6000;

interface Given {
  readonly provider: LoadedProvider;
  readonly settings: unknown;
  readonly notice: Webhook;
}

/** Whatever goes wrong on our side, the provider is asked to send it again. */
async function deal(deps: HooksDeps, given: Given): Promise<WebhookAnswer> {
  const { provider, settings, notice } = given;
  let { answerWebhook: answer } = provider.half;
  try {
    const heard = await inTime(provider, provider.half.readWebhook(notice, hostWith(deps, provider, settings)));
    if (heard.outcome === 'asks for order')
      return heard.answer(await askedOrder(deps, { ...given, gamesUrl: deps.gamesUrl }, heard.question));
    if (heard.outcome === 'facts' && heard.answer) answer = heard.answer;
    return answer(await follow(deps, given, heard));
  } catch (error) {
    deps.log.error({ err: error, provider: provider.folder }, 'A notice could not be dealt with; it will come again.');
    return answer('retry');
  }
}

async function follow(
  deps: OrdersDeps,
  given: Given,
  heard: Exclude<WebhookReading, { outcome: 'asks for order' }>,
): Promise<WebhookEnd> {
  switch (heard.outcome) {
    case 'facts':
      return settleAll(deps, given, heard.facts);
    case 'read payment':
      return look(deps, given, heard);
    case 'asks for player':
      return (await hasAccount(deps, heard.accountId)) ? 'known player' : 'unknown player';
    case 'ignored':
      return 'done';
    case 'refused':
      deps.log.warn({ provider: given.provider.folder, reason: heard.reason }, 'A notice was refused.');
      return 'refused';
  }
}

/** One after the other; the worst end is the notice's end. */
async function settleAll(
  deps: OrdersDeps,
  { provider, settings }: Given,
  facts: readonly PaymentFact[],
): Promise<WebhookEnd> {
  const ends = new Set<WebhookEnd>();
  for (const fact of facts) {
    const settled = await settleProved(deps, provider.folder, fact, (game) =>
      areSettingsOf(deps, provider, settings, game),
    );
    if (settled === 'anomaly') ends.add('mismatch');
    if (settled === 'unknown') ends.add(await quarantine(deps, provider.folder, fact));
  }
  return (['retry', 'mismatch', 'unknown order'] as const).find((end) => ends.has(end)) ?? 'done';
}

/** The notice itself proves nothing. */
async function look(
  deps: OrdersDeps,
  { provider, settings }: Given,
  { attemptId, providerPaymentId }: Extract<WebhookReading, { outcome: 'read payment' }>,
): Promise<WebhookEnd> {
  const isId = attemptId !== undefined && uuidShape.test(attemptId);
  if (!isId && providerPaymentId === undefined) return 'refused';
  const attempt = await deps.database.kysely
    .selectFrom('payment_attempts')
    .innerJoin('orders', 'orders.order_id', 'payment_attempts.order_id')
    .selectAll('payment_attempts')
    .select('orders.game')
    .where('provider', '=', provider.folder)
    .where((eb) => (isId ? eb('attempt_id', '=', attemptId) : eb('provider_payment_id', '=', providerPaymentId ?? '')))
    .executeTakeFirst();
  if (!attempt || !(await areSettingsOf(deps, provider, settings, attempt.game)))
    return (await isExpectedSoon(deps, provider.folder)) ? 'retry' : 'unknown order';
  await lookSoon(deps, attempt);
  return 'done';
}

async function hasAccount({ database }: OrdersDeps, accountId: string): Promise<boolean> {
  if (!uuidShape.test(accountId)) return false;
  const account = await database.kysely
    .selectFrom('accounts')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('merged_into', 'is', null)
    .executeTakeFirst();
  return account !== undefined;
}

const uuidShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function noticeOf({ body, headers, ip }: FastifyRequest): Webhook {
  const entries = Object.entries(headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(', ') : value,
  ]);
  return {
    body: body instanceof Buffer ? body : Buffer.alloc(0),
    headers: Object.fromEntries(entries) as Webhook['headers'],
    remoteAddress: ip,
  };
}

function send(reply: FastifyReply, { status, body }: WebhookAnswer): FastifyReply {
  void reply.code(status);
  return body === undefined ? reply.send() : reply.send(body);
}
