// Handles a webhook: applies the events that it proves, replies to queries, and checks the provider's records for
// events that it only announces.
import type { PaymentEvent } from '#model/payment-event.ts';
import type { Webhook, WebhookReply, WebhookResult, ParsedWebhook } from '#payments/port.server.ts';
import { claimFromWebhook } from '../claims/claim-from-webhook.ts';
import { recordDiscrepancy } from '../payment-events/record-discrepancy.ts';
import { checkAttemptSoon, applyPaymentEventWithChecks } from '../checks/check-attempt.ts';
import type { AttemptRow } from '../order-rows.ts';
import type { OrdersDeps } from '../orders-deps.ts';
import type { ProviderAccount } from '../providers/provider-account.ts';
import { replyToOrderQuery } from './reply-to-order-query.ts';
import { hasPaymentWithoutId, quarantineEvent } from './quarantine-event.ts';
import { describeFailure, recordRejectedWebhook } from './rejected-webhooks.ts';

export interface WebhooksDeps extends OrdersDeps {
  readonly gamesUrl: string;
}

/** On any error of ours, the provider is asked to retry. */
export async function handleWebhook(
  deps: WebhooksDeps,
  account: ProviderAccount,
  webhook: Webhook,
): Promise<WebhookReply> {
  const { folder, adapter } = account.provider;
  let { buildWebhookReply: answer } = adapter;
  try {
    const read = await account.parseWebhook(webhook);
    if (read.outcome === 'order-query') return read.answer(await replyToOrderQuery(deps, account, read.question));
    if (read.answer) ({ answer } = read);
    return answer(await actOn(deps, account, read));
  } catch (error) {
    await recordRejectedWebhook(deps, account, 'failed', describeFailure(error));
    deps.log.error({ err: error, provider: folder }, 'Processing a webhook failed; the provider will send it again.');
    return answer('retry');
  }
}

async function actOn(
  deps: WebhooksDeps,
  account: ProviderAccount,
  read: Exclude<ParsedWebhook, { outcome: 'order-query' }>,
): Promise<WebhookResult> {
  switch (read.outcome) {
    case 'events':
      if (await isEventAccepted(deps, account, read)) return applyPaymentEvents(deps, account, read.events);
      if (read.mayBeCharged) await recordRefusedEvents(deps, account, read.events);
      return 'unknown-order';
    case 'check-payment':
      return checkNamed(deps, account, read);
    case 'purchase':
      return claimFromWebhook(deps, account, read.purchase);
    case 'confirmation-request':
      return confirmNamed(deps, account, read);
    case 'player-query':
      return (await hasAccount(deps, read.accountId)) ? 'known-player' : 'unknown-player';
    case 'ignored':
      return 'done';
    case 'refused':
      return refuse(deps, account, read.reason);
  }
}

async function refuse(deps: OrdersDeps, account: ProviderAccount, reason: string): Promise<WebhookResult> {
  deps.log.warn({ provider: account.provider.folder, account: account.owner, reason }, 'A webhook was refused.');
  await recordRejectedWebhook(deps, account, 'refused', reason);
  return 'refused';
}

export async function applyPaymentEvents(
  deps: OrdersDeps,
  account: ProviderAccount,
  events: readonly PaymentEvent[],
): Promise<WebhookResult> {
  const ends = new Set<WebhookResult>();
  for (const event of events) {
    const settled = await applyPaymentEventWithChecks(deps, account.provider.folder, event, account);
    if (settled === 'anomaly') ends.add('mismatch');
    if (settled === 'unknown') ends.add(await quarantineEvent(deps, account, event));
  }
  return (['retry', 'mismatch', 'unknown-order'] as const).find((end) => ends.has(end)) ?? 'done';
}

/**
 * Whether the event may be applied: if the provider charges only after our response, we may still refuse. An event
 * accepted once stays accepted.
 */
async function isEventAccepted(
  deps: WebhooksDeps,
  account: ProviderAccount,
  { events, question }: Extract<ParsedWebhook, { outcome: 'events' }>,
): Promise<boolean> {
  if (!question || (await replyToOrderQuery(deps, account, question))) return true;
  const told = await deps.database.kysely
    .selectFrom('payment_events')
    .innerJoin('orders', 'orders.order_id', 'payment_events.order_id')
    .innerJoin('payment_attempts', 'payment_attempts.order_id', 'orders.order_id')
    .select(['dedup_key', 'payment_attempts.account', 'payment_attempts.settings_hash', 'orders.game'])
    .where('payment_events.provider', '=', account.provider.folder)
    .whereRef('payment_attempts.provider', '=', 'payment_events.provider')
    .where('outcome', '=', 'applied')
    .where(
      'dedup_key',
      'in',
      events.map(({ dedupKey }) => dedupKey),
    )
    .execute();
  const known = new Set<string>();
  for (const each of told) if (await account.owns(each)) known.add(each.dedup_key);
  return events.every(({ dedupKey }) => known.has(dedupKey));
}

/** The player may have been charged although we refused. */
async function recordRefusedEvents(
  deps: OrdersDeps,
  { provider: { folder }, owner }: ProviderAccount,
  events: readonly PaymentEvent[],
): Promise<void> {
  for (const event of events) {
    const detail = `The order ${event.orderId ?? ''} could not be paid then, or not by this person or at this price, and the sender was told so.`;
    await recordDiscrepancy(deps, { kind: 'mismatch', provider: folder, account: owner, event, detail });
  }
}

/** The webhook itself proves nothing: the records of the payment that it names are fetched. */
async function checkNamed(
  deps: OrdersDeps,
  account: ProviderAccount,
  named: Extract<ParsedWebhook, { outcome: 'check-payment' }>,
): Promise<WebhookResult> {
  const found = await findNamed(deps, account, named);
  if (typeof found === 'string') return found;
  await checkAttemptSoon(deps, found, account);
  return 'done';
}

/** The provider charges only after our confirmation, which a job sends; it gets its response whatever the job does. */
async function confirmNamed(
  deps: OrdersDeps,
  account: ProviderAccount,
  asked: Extract<ParsedWebhook, { outcome: 'confirmation-request' }>,
): Promise<WebhookResult> {
  const found = await findNamed(deps, account, asked);
  if (typeof found === 'string') return found;
  await deps.database.transaction((trx) => deps.sendConfirmation(trx, { ...asked, attemptId: found.attempt_id }));
  return 'done';
}

async function findNamed(
  deps: OrdersDeps,
  account: ProviderAccount,
  { attemptId, providerPaymentId }: { readonly attemptId?: string; readonly providerPaymentId?: string },
): Promise<AttemptRow | WebhookResult> {
  const { folder } = account.provider;
  const isId = attemptId !== undefined && uuidShape.test(attemptId);
  if (!isId && providerPaymentId === undefined) return refuse(deps, account, 'it names no payment');
  const attempts = await deps.database.kysely
    .selectFrom('payment_attempts')
    .innerJoin('orders', 'orders.order_id', 'payment_attempts.order_id')
    .selectAll('payment_attempts')
    .select('orders.game')
    .where('provider', '=', folder)
    .where((eb) => (isId ? eb('attempt_id', '=', attemptId) : eb('provider_payment_id', '=', providerPaymentId ?? '')))
    .execute();
  // Other accounts may use the same id.
  for (const attempt of attempts) if (await account.owns(attempt)) return attempt;
  return (await hasPaymentWithoutId(deps, account)) ? 'retry' : 'unknown-order';
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
