// Payments by Xsolla's Pay Station, for whoever has a project there: as a widget, or as a page for a buyer who leaves. What is created is
// a token and no payment yet, so asking twice does no harm: whatever is paid with either carries the attempt's id.
import { Type } from 'typebox';
import type { PaymentCreation, PaymentToCreate, PaymentVerbs } from '#model/payment-verbs.server.ts';
import { answerByStatus } from '../answer-webhook.server.ts';
import { truncate } from '../truncate.ts';
import { toDecimal } from '../decimal-amount.ts';
import { nameLocale, nameProduct, writeIds } from '../describe-payment.server.ts';
import { refuse } from '../refuse.ts';
import { tellCreated } from '../payment-results.server.ts';
import { createClient, refuseWith, type Host } from './client.server.ts';
import { listPayments, readPayment, readTransaction } from './payment.server.ts';
import type { PayStationToken, XsollaProject } from './project.ts';
import { readWebhook } from './webhook.server.ts';

/** With the page where the buyer leaves. */
type Created = PaymentCreation<PayStationToken & { readonly ConfirmationUrl?: string }>;

/** @param custom what webhooks repeat, besides our own ids */
export async function createToken(
  payment: PaymentToCreate,
  host: Host,
  custom: Readonly<Record<string, string>> = {},
): Promise<Created> {
  const { Sandbox } = host.settings;
  const json = describeToken(payment, host, custom);
  const reply = await createClient(host).ask({ subject: 'a token', path: '/token', json, answer: Token });
  if (reply.outcome === 'refused') return reply;
  const { token: PaymentToken } = reply.answer;
  const redirectUrl = payment.wantsRedirect ? writePageUrl(PaymentToken, host) : undefined;
  return tellCreated(host, {
    reply: { PaymentToken, Sandbox, ...(redirectUrl !== undefined && { ConfirmationUrl: redirectUrl }) },
    redirectUrl,
    expiresAt: new Date(host.now().getTime() + tokenLifeMs),
  });
}

export const xsollaVerbs = {
  // Pay Station asks for it.
  needsEmail: () => false,
  create: (payment, host) => createToken(payment, host),
  read: readPayment,
  list: listPayments,
  async refund(asked, host) {
    const { refundId, transactionId, refundMinor, amountMinor, isExtra } = asked;
    if (refundMinor !== amountMinor)
      return refuse('A part cannot be sent back exactly once by this API. Do it in Publisher Account, which tells us.');
    const path = `/reports/transactions/${encodeURIComponent(transactionId)}/refund`;
    const json = { description: `${isExtra ? 'Paid twice' : 'Undone'} (${refundId})` };
    const reply = await createClient(host).ask({ subject: 'a refund', method: 'PUT', path, json, answer: Accepted });
    if (reply.outcome === 'answered') return { outcome: 'pending' };
    // There are no keys: one that was asked for before, and whose answer was lost, is refused. The records tell the two apart.
    const { facts, isUnderWay } = await readTransaction(asked, host);
    const refunds = facts.filter(({ kind }) => kind === 'refunded');
    if (refunds.length > 0) return { outcome: 'done', facts: refunds };
    return isUnderWay ? { outcome: 'pending' } : reply;
  },
  refundsWholeOnly: { remedy: 'Send the part back in Publisher Account, which tells us of it.' },
  readWebhook,
  // 5xx comes again, for two days; 400 does not.
  answerWebhook: answerByStatus({
    done: 204,
    refused: refuseWith('INVALID_SIGNATURE', 'The webhook is not signed with the key of this project.'),
    mismatch: refuseWith('INCORRECT_AMOUNT', 'The amount, the currency or the mode are not those of the order.'),
    'unknown-order': refuseWith('INCORRECT_INVOICE', 'There is no such order.'),
    'known-player': 204,
    'unknown-player': refuseWith('INVALID_USER', 'There is no such player.'),
  }),
} satisfies PaymentVerbs<XsollaProject, object>;

const Token = Type.Object({ token: Type.String({ minLength: 1, maxLength: 400 }) });

const tokenLifeMs = 24 * 3600_000;

// One wrong format anywhere, and all of it is refused: what might not fit and is not needed is left out.
function describeToken(
  payment: PaymentToCreate,
  { settings: { ProjectId, Sandbox } }: Host,
  custom: Readonly<Record<string, string>>,
): object {
  const { attemptId, amountMinor, currency, buyer, returnUrl, wantsRedirect } = payment;
  const language = nameLocale(payment.locale, languages, { 'pt-br': 'pt', zh: 'cn' });
  const name = truncate(buyer.name.trim(), 100);
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
      description: { value: nameProduct(payment, 200) },
    },
    custom_parameters: { ...custom, ...writeIds(payment) },
  };
}

const languages = ['en', 'de', 'es', 'fr', 'it', 'ja', 'ko', 'pl', 'ru', 'tr'];

function writePageUrl(token: string, { settings: { Sandbox, PayStationUrl } }: Host): string {
  const origin = PayStationUrl ?? (Sandbox ? 'https://sandbox-secure.xsolla.com' : 'https://secure.xsolla.com');
  return `${origin}/paystation4/?token=${encodeURIComponent(token)}`;
}

/** Empty, or a message: it takes a request, and tells by a webhook that the money went. */
const Accepted = Type.Union([Type.Undefined(), Type.Object({ message: Type.String() })]);
