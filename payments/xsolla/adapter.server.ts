// Payments by Xsolla's Pay Station: in the portal as a widget in the checkout frame, for a buyer who leaves it as a page. What is
// created is a token and no payment yet, so asking twice does no harm: whatever is paid with either carries the attempt's id.
import { Type, type Static } from 'typebox';
import { clip } from '#kit/clip.ts';
import { toDecimal } from '#kit/decimal-amount.ts';
import { refuse } from '#kit/refuse.ts';
import { serverHalf, type PaymentCreation, type PaymentToCreate } from '../port.server.ts';
import type { RefundOutcome, RefundToSend, WebhookAnswer, WebhookEnd } from '../port.server.ts';
import { askXsolla, type Host } from './client.server.ts';
import { listPayments, readPayment, readTransaction } from './payment.server.ts';
import { xsolla } from './provider.ts';
import { readWebhook } from './webhook.server.ts';

export const half = serverHalf(xsolla, {
  // Pay Station asks for it.
  needsEmail: () => false,
  create,
  read: readPayment,
  list: listPayments,
  refund,
  refundsWholeOnly: { remedy: 'Send the part back in Publisher Account, which tells us of it.' },
  readWebhook,
  answerWebhook: (end) => answers[end],
});

type Block = Static<typeof xsolla.paymentReply.block>;

const Token = Type.Object({ token: Type.String({ minLength: 1, maxLength: 400 }) });

async function create(payment: PaymentToCreate, host: Host): Promise<PaymentCreation<Block>> {
  const { Sandbox, ScriptUrl } = host.settings;
  const json = tokenFor(payment, host);
  const reply = await askXsolla(host, { subject: 'a token', method: 'POST', path: '/token', json, answer: Token });
  if (reply.outcome === 'refused') return reply;
  const { token } = reply.answer;
  const page = payment.wantsRedirect ? pageOf(token, host) : undefined;
  return {
    outcome: 'created',
    reply: {
      PaymentToken: token,
      Sandbox,
      ...(page !== undefined && { ConfirmationUrl: page }),
      ...(ScriptUrl !== undefined && { ScriptUrl }),
    },
    ...(page !== undefined && { redirectUrl: page }),
    expiresAt: new Date(host.now().getTime() + tokenLifeMs),
  };
}

const tokenLifeMs = 24 * 3600_000;

// One wrong format anywhere, and all of it is refused: what might not fit and is not needed is left out.
function tokenFor(payment: PaymentToCreate, { settings: { ProjectId, Sandbox } }: Host): object {
  const { attemptId, orderId, amountMinor, currency, product, quantity, buyer, returnUrl, wantsRedirect } = payment;
  const language = languages.get(payment.locale);
  const name = clip(buyer.name.trim(), 100);
  const title = product.name.trim() || product.sku;
  return {
    user: {
      id: { value: buyer.accountId },
      ...(name !== '' && { name: { value: name } }),
      ...(buyer.email !== undefined && buyer.email.length <= 100 && { email: { value: buyer.email } }),
      ...(buyer.country !== undefined && { country: { value: buyer.country, allow_modify: true } }),
    },
    settings: {
      project_id: ProjectId,
      // Unique for each payment, as Xsolla wants it: of one order there may be several.
      external_id: attemptId,
      currency,
      ...(language !== undefined && { language }),
      ...(Sandbox && { mode: 'sandbox' }),
      // In the widget it would lead the frame to a page of ours.
      ...(wantsRedirect && { return_url: returnUrl }),
    },
    purchase: {
      checkout: { amount: Number(toDecimal(amountMinor, currency)), currency },
      description: { value: clip(`${title}${quantity > 1 ? ` × ${quantity}` : ''}`, 200) },
    },
    custom_parameters: { attempt_id: attemptId, order_id: orderId },
  };
}

// Ours that it speaks, by its names.
const languages: ReadonlyMap<string, string> = new Map([
  ...['en', 'de', 'es', 'fr', 'it', 'ja', 'ko', 'pl', 'ru', 'tr'].map((code) => [code, code] as const),
  ['pt-br', 'pt'],
  ['zh', 'cn'],
]);

function pageOf(token: string, { settings: { Sandbox, PayStationUrl } }: Host): string {
  const origin = PayStationUrl ?? (Sandbox ? 'https://sandbox-secure.xsolla.com' : 'https://secure.xsolla.com');
  return `${origin}/paystation4/?token=${encodeURIComponent(token)}`;
}

/** Empty, or a message: it takes a request, and tells by a webhook that the money went. */
const Accepted = Type.Union([Type.Undefined(), Type.Object({ message: Type.String() })]);

async function refund(asked: RefundToSend, host: Host): Promise<RefundOutcome> {
  const { refundId, transactionId, refundMinor, amountMinor, isExtra } = asked;
  if (refundMinor !== amountMinor)
    return refuse('A part cannot be sent back exactly once by this API. Do it in Publisher Account, which tells us.');
  const path = `/reports/transactions/${encodeURIComponent(transactionId)}/refund`;
  const json = { description: `${isExtra ? 'Paid twice' : 'Undone'} (${refundId})` };
  const reply = await askXsolla(host, { subject: 'a refund', method: 'PUT', path, json, answer: Accepted });
  if (reply.outcome === 'answered') return { outcome: 'pending' };
  // There are no keys: one that was asked for before, and whose answer was lost, is refused. The books tell the two apart.
  const { facts, isUnderWay } = await readTransaction(asked, host);
  const refunds = facts.filter(({ kind }) => kind === 'refunded');
  if (refunds.length > 0) return { outcome: 'done', facts: refunds };
  return isUnderWay ? { outcome: 'pending' } : reply;
}

const refusal = (code: string, message: string): WebhookAnswer => ({ status: 400, body: { error: { code, message } } });

// 5xx comes again, for two days; 400 does not.
const answers: Readonly<Record<WebhookEnd, WebhookAnswer>> = {
  done: { status: 204 },
  retry: { status: 503 },
  refused: refusal('INVALID_SIGNATURE', 'The webhook is not signed with the key of this project.'),
  mismatch: refusal('INCORRECT_AMOUNT', 'The amount, the currency or the mode are not those of the order.'),
  'unknown order': refusal('INCORRECT_INVOICE', 'There is no such order.'),
  'known player': { status: 204 },
  'unknown player': refusal('INVALID_USER', 'There is no such player.'),
};
