// Money.Mail.Ru's notifications need a signed reply. Three of the four error codes stop the resending for good, so
// every temporary failure is `ERR_SYSTEM`, including an order that does not exist yet.
import { Value } from 'typebox/value';
import { isWithinNetworks } from '#kit/is-within-networks.server.ts';
import { buildRefusal } from '#kit/build-refusal.ts';
import type { Webhook, WebhookReply, WebhookResult, ParsedWebhook } from '../port.server.ts';
import { vendorName, type MoneyMailRuHost } from './client.server.ts';
import {
  SignedEnvelope,
  isSignedByMoneyMailRu,
  parseEnvelopeContent,
  signEnvelope,
  isSupportedVersion,
} from './envelope.server.ts';
import { buildPaymentEvent, readAttemptId, MoneyMailRuTransaction, normaliseTransactionId } from './payment.server.ts';

/** Replies have the version of the notification. */
type ReplyHost = MoneyMailRuHost & { readonly version?: string };

export async function parseWebhook(webhook: Webhook, portal: MoneyMailRuHost): Promise<ParsedWebhook> {
  const { settings } = portal;
  if (!isWithinNetworks(webhook.remoteAddress, settings.NotificationNetworks ?? operatorNetworks))
    return buildRefusal(`${webhook.remoteAddress} is not an address of ${vendorName}.`);
  const envelope = readForm(webhook.body);
  if (!envelope || !isSignedByMoneyMailRu(envelope, settings))
    return {
      ...buildRefusal('The notification has no valid signature.'),
      answer: () => writeError('ERR_SIGNATURE', portal),
    };
  // Money.Mail.Ru resends the notification, and a later release may support its version.
  const { version } = envelope;
  if (!isSupportedVersion(version))
    return {
      ...buildRefusal(`Version ${version} is not supported.`),
      answer: () => writeError('ERR_SYSTEM', portal),
    };
  const host: ReplyHost = { ...portal, version };
  const content = parseEnvelopeContent(envelope);
  const transaction = content?.body;
  if (!Value.Check(MoneyMailRuTransaction, transaction))
    return refuseSigned('The content is not a notification about a transaction.', host);
  const answer = (end: WebhookResult) => answerEnd(end, transaction.transaction_id, host);
  const { client_id: client } = content?.header ?? {};
  if (String(client) !== settings.MerchantId)
    return refuseSigned(`It is for another merchant: ${client}.`, host, transaction);
  const attemptId = readAttemptId(transaction);
  if (attemptId === undefined) return refuseSigned("It is about another shop's order.", host, transaction);
  const { status, transaction_id: id } = transaction;
  // The documentation's example has no status, so the payment is read. If the order does not exist yet, the
  // notification has to be resent.
  if (!status)
    return {
      outcome: 'check-payment',
      attemptId,
      providerPaymentId: normaliseTransactionId(id),
      answer: (end) => answer(end === 'unknown-order' ? 'retry' : end),
    };
  const event = buildPaymentEvent({ ...transaction, status }, attemptId, host);
  return event ? { outcome: 'events', events: [event], answer } : { outcome: 'ignored', answer };
}

function readForm(body: Buffer): SignedEnvelope | undefined {
  const form = Object.fromEntries(new URLSearchParams(body.toString('utf8')));
  return Value.Check(SignedEnvelope, form) ? form : undefined;
}

/** The notification is signed but not ours, so resending it would not help. */
const refuseSigned = (reason: string, host: ReplyHost, transaction?: MoneyMailRuTransaction): ParsedWebhook => ({
  ...buildRefusal(reason),
  answer: () => writeError('ERR_ARGUMENTS', host, transaction?.transaction_id),
});

function answerEnd(end: WebhookResult, id: string, host: ReplyHost): WebhookReply {
  if (end === 'retry') return writeError('ERR_SYSTEM', host, id);
  // Resending would not help: an event without an order is quarantined after ten minutes.
  if (end === 'mismatch' || end === 'unknown-order') return writeError('ERR_ARGUMENTS', host, id);
  const { SuccessAnswer = 'payment_delivered' } = host.settings;
  return write({ body: { transaction_id: id, notify_type: SuccessAnswer }, header: { status: 'OK' } }, 200, host);
}

type ErrorCode = 'ERR_SYSTEM' | 'ERR_ARGUMENTS' | 'ERR_SIGNATURE';

/** HTTP statuses for a client that reads only those. Messages repeat nothing from an unsigned notification. */
const errors: Readonly<Record<ErrorCode, { readonly status: number; readonly message: string }>> = {
  ERR_SYSTEM: { status: 503, message: 'Not now. Send it again.' },
  ERR_ARGUMENTS: { status: 200, message: 'It does not match one of our orders. An operator will check it.' },
  ERR_SIGNATURE: { status: 400, message: 'It is not signed by the operator.' },
};

function writeError(code: ErrorCode, host: ReplyHost, id?: string): WebhookReply {
  const { status, message } = errors[code];
  const body = { ...(id !== undefined && { transaction_id: id }), notify_type: 'TRANSACTION_STATUS' };
  return write({ body, header: { status: 'ERROR', error: { code, message } } }, status, host);
}

function write(
  { body, header }: { readonly body: object; readonly header: { readonly status: string; readonly error?: object } },
  status: number,
  { settings, now, version }: ReplyHost,
): WebhookReply {
  const { status: said, ...error } = header;
  const ts = Math.floor(now().getTime() / 1000);
  const content = { body, header: { status: said, ts, client_id: settings.MerchantId, ...error } };
  return { status, body: signEnvelope(content, settings, { version }) };
}

const operatorNetworks = [
  '176.112.170.160/29',
  '188.93.57.3/32',
  '188.93.57.33/32',
  '188.93.57.38/32',
  '188.93.57.39/32',
  '188.93.57.50/32',
  '188.93.57.60/32',
] as const;
