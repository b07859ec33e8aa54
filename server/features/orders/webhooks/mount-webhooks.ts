// The door for webhooks of payment providers, and of platforms that take money themselves: `/hooks/{folder}` with the settings of
// the portal, `/hooks/{folder}/{Game}` with those of one game. Bytes arrive as they were sent, because signatures are over bytes; the
// provider's half says what they prove, and everything is settled before anything is answered, in the provider's own words.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Value } from 'typebox/value';
import { apiBase } from '#contract/api-base.ts';
import { GameName } from '#model/game.ts';
import { Problem } from '#model/problem.ts';
import type { PaymentFact } from '#model/payment-fact.ts';
import type { Heard, HookAnswer, HookEnd, Notice } from '#payments/port.server.ts';
import { checkSoon } from '../checks/check-attempt.ts';
import { settleProved } from '../checks/settle-proved.ts';
import type { OrdersDeps } from '../orders-deps.ts';
import { findAccount, type ProviderAccount } from '../providers/provider-account.ts';
import { answerOrderQuestion } from './answer-order-question.ts';
import { isExpectedSoon, quarantine } from './quarantine.ts';

export interface WebhooksDeps extends OrdersDeps {
  /** The address of a game's own host, with `{game}` for its name. */
  readonly gamesUrl: string;
}

export async function mountWebhooks(app: FastifyInstance, deps: WebhooksDeps): Promise<void> {
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { folder, game } = request.params as { folder: string; game?: string };
    const webhook = webhookOf(request);
    const provider = deps.providers.find((each) => each.folder === folder);
    if (!provider || (game !== undefined && !Value.Check(GameName, game))) throw new Problem('NotFound');
    const account = await findAccount(deps, provider, game);
    if (!account) throw new Problem('NotConfigured', `Payment with ${provider.manifest.title} is not set up here.`);
    const { status, body } = await takeWebhook(deps, account, webhook);
    void reply.code(status);
    return body === undefined ? reply.send() : reply.send(body);
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

function webhookOf({ body, headers, ip }: FastifyRequest): Notice {
  const entries = Object.entries(headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(', ') : value,
  ]);
  return {
    body: body instanceof Buffer ? body : Buffer.alloc(0),
    headers: Object.fromEntries(entries) as Notice['headers'],
    remoteAddress: ip,
  };
}

/** Whatever goes wrong on our side, the provider is asked to send it again. */
async function takeWebhook(deps: WebhooksDeps, account: ProviderAccount, webhook: Notice): Promise<HookAnswer> {
  const { folder, half } = account.provider;
  let { answer } = half;
  try {
    const read = await account.readWebhook(webhook);
    if (read.outcome === 'asks for order') return read.answer(await answerOrderQuestion(deps, account, read.question));
    if (read.outcome === 'facts' && read.answer) answer = read.answer;
    return answer(await actOn(deps, account, read));
  } catch (error) {
    deps.log.error({ err: error, provider: folder }, 'A webhook could not be processed; it will come again.');
    return answer('retry');
  }
}

async function actOn(
  deps: OrdersDeps,
  account: ProviderAccount,
  read: Exclude<Heard, { outcome: 'asks for order' }>,
): Promise<HookEnd> {
  switch (read.outcome) {
    case 'facts':
      return settleAll(deps, account, read.facts);
    case 'look':
      return checkNamed(deps, account, read);
    case 'asks for player':
      return (await hasAccount(deps, read.accountId)) ? 'known player' : 'unknown player';
    case 'ignored':
      return 'done';
    case 'refused':
      deps.log.warn({ provider: account.provider.folder, reason: read.reason }, 'A webhook was refused.');
      return 'refused';
  }
}

/** One after the other; the worst end is the webhook's end. */
async function settleAll(
  deps: OrdersDeps,
  { provider: { folder }, isOf }: ProviderAccount,
  facts: readonly PaymentFact[],
): Promise<HookEnd> {
  const ends = new Set<HookEnd>();
  for (const fact of facts) {
    const settled = await settleProved(deps, folder, fact, isOf);
    if (settled === 'anomaly') ends.add('mismatch');
    if (settled === 'unknown') ends.add(await quarantine(deps, folder, fact));
  }
  return (['retry', 'mismatch', 'unknown order'] as const).find((end) => ends.has(end)) ?? 'done';
}

/** The webhook itself proves nothing: the books are read about the payment that it names. */
async function checkNamed(
  deps: OrdersDeps,
  { provider: { folder }, isOf }: ProviderAccount,
  { attemptId, providerPaymentId }: Extract<Heard, { outcome: 'look' }>,
): Promise<HookEnd> {
  const isId = attemptId !== undefined && uuidShape.test(attemptId);
  if (!isId && providerPaymentId === undefined) return 'refused';
  const attempt = await deps.database.kysely
    .selectFrom('payment_attempts')
    .innerJoin('orders', 'orders.order_id', 'payment_attempts.order_id')
    .selectAll('payment_attempts')
    .select('orders.game')
    .where('provider', '=', folder)
    .where((eb) => (isId ? eb('attempt_id', '=', attemptId) : eb('provider_payment_id', '=', providerPaymentId ?? '')))
    .executeTakeFirst();
  if (!attempt || !(await isOf(attempt.game))) return (await isExpectedSoon(deps, folder)) ? 'retry' : 'unknown order';
  await checkSoon(deps, attempt);
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
