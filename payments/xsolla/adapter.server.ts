// Payments by Xsolla's Pay Station: in the portal as a widget in the checkout frame, for a buyer who leaves it as a page. What is
// opened is a token and no payment yet, so asking twice does no harm: whatever is paid with either carries the attempt's id.
import { Type, type Static } from 'typebox';
import { serverHalf, type PaymentCreation, type PaymentToCreate } from '../port.server.ts';
import type { WebhookAnswer, WebhookEnd, RefundOutcome, RefundToSend } from '../port.server.ts';
import { toDecimal } from '#kit/decimal-amount.ts';
import { askXsolla, refusalIn, type Host } from './ask-xsolla.server.ts';
import { hearXsolla } from './hear-xsolla.server.ts';
import { expectShape, Token } from './objects.server.ts';
import { xsolla } from './provider.ts';
import { listXsolla, readTransaction, readXsolla } from './read-xsolla.server.ts';

export const half = serverHalf(xsolla, {
  // Pay Station asks for it.
  needsEmail: () => false,
  create: createPayment,
  read: readXsolla,
  list: listXsolla,
  refund,
  refundsWholeOnly: { remedy: 'Send the part back in Publisher Account, which tells us of it.' },
  readWebhook: hearXsolla,
  answerWebhook: (end) => answers[end],
});

type Block = Static<typeof xsolla.paymentReply.block>;

async function createPayment(payment: PaymentToCreate, host: Host): Promise<PaymentCreation<Block>> {
  const { Sandbox, ScriptUrl } = host.settings;
  const answer = await askXsolla(host, { method: 'POST', path: '/token', body: tokenFor(payment, host) });
  const reason = refusalIn(answer);
  if (reason !== undefined) return { outcome: 'refused', reason };
  const { token } = expectShape(Token, answer.body, 'a token');
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
  const name = buyer.name.trim().slice(0, 100);
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
      description: { value: `${title}${quantity > 1 ? ` × ${quantity}` : ''}`.slice(0, 200) },
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

async function refund(asked: RefundToSend, host: Host): Promise<RefundOutcome> {
  const { refundId, transactionId, refundMinor, amountMinor, isExtra } = asked;
  if (refundMinor !== amountMinor)
    return {
      outcome: 'refused',
      reason: 'A part cannot be sent back exactly once by this API. Do it in Publisher Account, which tells us.',
    };
  const answer = await askXsolla(host, {
    method: 'PUT',
    path: `/reports/transactions/${encodeURIComponent(transactionId)}/refund`,
    body: { description: `${isExtra ? 'Paid twice' : 'Undone'} (${refundId})` },
  });
  const reason = refusalIn(answer);
  if (reason !== undefined) return afterRefusal(asked, reason, host);
  // It takes a request, and tells by a notice that the money went.
  if (answer.status !== 204) expectShape(Type.Object({ message: Type.String() }), answer.body, 'a refund');
  return { outcome: 'pending' };
}

/** There are no keys: one that was asked for before, and whose answer was lost, is refused. The books tell the two apart. */
async function afterRefusal(asked: RefundToSend, reason: string, host: Host): Promise<RefundOutcome> {
  const found = await readTransaction(asked, host);
  const facts = (found?.facts ?? []).filter(({ kind }) => kind === 'refunded');
  if (facts.length > 0) return { outcome: 'done', facts };
  return found?.isUnderWay ? { outcome: 'pending' } : { outcome: 'refused', reason };
}

const refusal = (code: string, message: string): WebhookAnswer => ({ status: 400, body: { error: { code, message } } });

// 5xx comes again, for two days; 400 does not.
const answers: Readonly<Record<WebhookEnd, WebhookAnswer>> = {
  done: { status: 204 },
  retry: { status: 503 },
  refused: refusal('INVALID_SIGNATURE', 'The notice is not signed with the key of this project.'),
  mismatch: refusal('INCORRECT_AMOUNT', 'The amount, the currency or the mode are not those of the order.'),
  'unknown order': refusal('INCORRECT_INVOICE', 'There is no such order.'),
  'known player': { status: 204 },
  'unknown player': refusal('INVALID_USER', 'There is no such player.'),
};
