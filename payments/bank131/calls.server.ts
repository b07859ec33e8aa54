// The calls of the payment page. The page may be open on another device than the one used to order, so the payment's id
// alone allows viewing and paying it. Once the payment is closed, the id only shows its result, for one day.
import { Type } from 'typebox';
import { Problem } from '#model/problem.ts';
import { buildPaymentMetadata } from '#kit/describe-payment.server.ts';
import type { ProviderCallHandlers, ProviderCallPayment } from '../port.server.ts';
import {
  callBank131,
  isWrongSessionStateRefusal,
  SessionResponse,
  type Bank131Host,
  type Bank131Session,
} from './client.server.ts';
import { isSessionClosed, getSessionPayments, readCardInfo, readPayment, readSession } from './payment.server.ts';
import { bank131 } from './provider.ts';
import { toBank131Amount } from './amount.ts';

export const bank131CallHandlers: ProviderCallHandlers<typeof bank131> = {
  async paymentInfo(_, host, tools) {
    const { payment } = tools;
    const state = readState(payment, host);
    if (state === 'Open') await tools.refresh();
    const card = state === 'Paid' ? await findCard(payment, host) : undefined;
    const { Company, Widget } = host.settings;
    return {
      State: state,
      BankInfo: { Name: bank131.title },
      ProductInfo: payment.product,
      LocalizedPrice: payment.price.LocalizedPrice,
      RedirectUris: { Success: payment.returnUrls.success, Failure: payment.returnUrls.failure },
      Company: Company.Name,
      Address: Company.Address,
      ...(card && { CardInfo: card }),
      TakesCards: Widget !== undefined,
    };
  },
  async tokenize(_, host, { payment }) {
    const { Widget: widget } = host.settings;
    if (!widget) throw new Problem('NotConfigured', "The bank's form for cards is not set up here. Pay by SBP.");
    const { success, failure } = payment.returnUrls;
    const json = {
      acquiring_widget: {
        session_id: requireSession(payment),
        success_return_url: success,
        failure_return_url: failure,
      },
    };
    const reply = await callBank131(host, {
      method: 'token',
      subject: 'a token for its form',
      json,
      answer: TokenAnswer,
    });
    if (reply.outcome === 'refused') throw new Problem('PaymentRefused', reply.reason);
    const { ScriptUrl, GlobalName, StyleUrl } = widget;
    return {
      WidgetToken: reply.answer.public_token,
      ScriptUrl,
      GlobalName,
      ...(StyleUrl !== undefined && { StyleUrl }),
    };
  },
  async payWithCard(_, host, tools) {
    const { payment } = tools;
    if (!payment.isPayable) return { Success: isPaid(payment) };
    const { events } = await readPayment(payment, host);
    if (events.length > 0) await tools.applyEvents(events);
    return { Success: events.some(({ kind }) => kind === 'paid') };
  },
  async payWithSbp(_, host, { payment }) {
    requireSession(payment);
    let session = await beginSbp(await readSession(payment, host), payment, host);
    for (const endsAt = performance.now() + sbpLinkTimeoutMs; ; session = await readSession(payment, host)) {
      const link = findLink(session);
      if (link !== undefined) return { SbpLink: link };
      if (isSessionClosed(session)) throw new Problem('Conflict', 'This payment failed. Start a new one.');
      if (performance.now() + pauseMs > endsAt) return {};
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  },
};

/** After this timeout the page asks again. */
const sbpLinkTimeoutMs = 10_000;
const pauseMs = 1000;

const dayMs = 24 * 3600_000;

const isPaid = ({ status }: ProviderCallPayment): boolean =>
  status === 'PayedWaitingForSending' || status === 'Completed';

function readState(payment: ProviderCallPayment, host: Bank131Host): 'Open' | 'Paid' | 'Failed' | 'Cancelled' {
  if (payment.isPayable) return 'Open';
  if (host.now().getTime() - payment.createdAt.getTime() > dayMs)
    throw new Problem('NotFound', 'This payment no longer exists.');
  if (isPaid(payment)) return 'Paid';
  return payment.status === 'Cancelled' || payment.status === 'CancelledPaid' ? 'Cancelled' : 'Failed';
}

function requireSession({ isPayable, providerPaymentId }: ProviderCallPayment): string {
  if (!isPayable || providerPaymentId === undefined)
    throw new Problem('Conflict', 'This payment is closed. Start a new one.');
  return providerPaymentId;
}

/** The payment is known to be paid, so a failed read only leaves out the card. */
async function findCard(payment: ProviderCallPayment, host: Bank131Host) {
  try {
    return readCardInfo(await readSession(payment, host));
  } catch (error) {
    host.log.warn(
      { err: error, attemptId: payment.attemptId },
      'The card of a payment could not be read from Bank 131.',
    );
    return undefined;
  }
}

const isUnderWay = ({ status }: { readonly status: string }): boolean => status !== 'failed';

async function beginSbp(
  session: Bank131Session,
  payment: ProviderCallPayment,
  host: Bank131Host,
): Promise<Bank131Session> {
  const payments = getSessionPayments(session);
  const open = payments.find(isUnderWay);
  if (open) {
    if (open.payment_details?.type === sbp) return session;
    throw new Problem('Conflict', 'A card payment is in progress. Wait for the bank, or start a new payment.');
  }
  const json = {
    session_id: session.id,
    payment_details: { type: sbp, [sbp]: {} },
    amount_details: toBank131Amount(payment.amountMinor, payment.currency),
    customer: { reference: payment.orderId },
    payment_options: { return_url: payment.returnUrls.success },
    metadata: JSON.stringify(buildPaymentMetadata(payment)),
  };
  // The key counts the failed payments, so that a retry of the same request starts no second payment.
  const key = `${payment.attemptId}:sbp:${payments.length}`;
  const question = { method: 'session/start/payment', subject: 'a payment by SBP', json, key, answer: SessionResponse };
  const reply = await callBank131(host, question);
  if (reply.outcome === 'answered') return reply.answer.session;
  if (isWrongSessionStateRefusal(reply)) return readSession(payment, host);
  throw new Problem('PaymentRefused', reply.reason);
}

const sbp = 'faster_payment_system';

function findLink(session: Bank131Session): string | undefined {
  const content = getSessionPayments(session).findLast(isUnderWay)?.customer_interaction?.inform?.qr?.content;
  return content && /^https?:\/\/\S+$/.test(content) && content.length <= 2048 ? content : undefined;
}

const TokenAnswer = Type.Object({
  status: Type.Literal('ok'),
  public_token: Type.String({ minLength: 1, maxLength: 4000 }),
});
