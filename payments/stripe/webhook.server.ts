// Stripe's webhooks arrive in any order, may be repeated, and two may report the same change; the events' transaction
// ids deduplicate them. Cumulative amounts are never used: `charge.refunded` only triggers a read of the payment.
import { Stripe } from 'stripe';
import { Value } from 'typebox/value';
import { Type, type Static } from 'typebox';
import { parseJson } from '#kit/parse-json.server.ts';
import { buildRefusal, type Refusal } from '#kit/build-refusal.ts';
import { findStaleReason } from '#kit/find-stale-reason.ts';
import { readAttemptId } from '#kit/payment-metadata.server.ts';
import type { Webhook, ParsedWebhook } from '../port.server.ts';
import { buildParsedWebhook } from '#kit/payment-results.server.ts';
import {
  StripeCharge,
  StripeDispute,
  readExpandableId,
  requireStripeShape,
  StripeRefund,
  StripeSession,
  type StripeHost,
} from './client.server.ts';
import {
  buildUnpaidEvent,
  buildPaidEvent,
  buildRefundOrDisputeEvent,
  findPaymentIntent,
  isSessionPaid,
} from './payment.server.ts';

export async function parseWebhook(webhook: Webhook, host: StripeHost): Promise<ParsedWebhook> {
  const proved = prove(webhook, host);
  if ('outcome' in proved) return proved;
  const { id, type, account, livemode, data } = proved.event;
  const [, shape] = shapes.find(([types]) => types.test(type)) ?? [];
  // Events with an `account` belong to a connected account, whose money is not ours.
  if (!shape || account !== undefined) return { outcome: 'ignored' };
  const found = requireStripeShape(shape, data.object, `a ${type}`);
  const intent = found.object === 'checkout.session' ? undefined : readExpandableId(found.payment_intent);
  const attemptId = readAttemptId(found.metadata) ?? (await findAttempt(intent, host));
  // The object belongs to another shop in the same account.
  if (attemptId === undefined) return { outcome: 'ignored' };
  if (found.object === 'charge') return { outcome: 'check-payment', attemptId };
  const source = { attemptId, isTest: !livemode, dedupKey: id };
  if (found.object !== 'checkout.session') return buildParsedWebhook(buildRefundOrDisputeEvent(found, source));
  const end = sessionEnds.get(type);
  if (end) return buildParsedWebhook(buildUnpaidEvent(end, found, source));
  return buildParsedWebhook(isSessionPaid(found) ? buildPaidEvent(found, source) : undefined);
}

const shapes = [
  [/^checkout\.session\.(completed|async_payment_succeeded|async_payment_failed|expired)$/, StripeSession],
  [/^refund\.(created|updated|failed)$/, StripeRefund],
  [/^charge\.refunded$/, StripeCharge],
  [/^charge\.dispute\.(created|updated|funds_withdrawn|funds_reinstated|closed)$/, StripeDispute],
] as const;

/** All other session events mean paid or, with a delayed payment method, still pending. */
const sessionEnds: ReadonlyMap<string, 'failed' | 'expired'> = new Map([
  ['checkout.session.async_payment_failed', 'failed'],
  ['checkout.session.expired', 'expired'],
]);

/** Disputes, and refunds made in Stripe's dashboard, lack our metadata; their payment intent has it. */
async function findAttempt(intent: string | undefined, host: StripeHost): Promise<string | undefined> {
  if (intent === undefined) return undefined;
  const found = await findPaymentIntent(intent, host);
  // For example, a made-up test event. Resending it would not help.
  if (!found) host.log.warn({ intent }, 'Stripe reported a payment that the account does not have; it is ignored.');
  return readAttemptId(found?.metadata);
}

const Event = Type.Object({
  id: Type.String({ pattern: '^evt_[A-Za-z0-9_]{1,150}$' }),
  object: Type.Literal('event'),
  type: Type.String(),
  account: Type.Optional(Type.String()),
  livemode: Type.Boolean(),
  data: Type.Object({ object: Type.Unknown() }),
});
type Event = Static<typeof Event>;

const { signature: verifier } = Stripe.webhooks;
const toleranceS = 300;

function prove({ body, headers }: Webhook, { settings, now }: StripeHost): { readonly event: Event } | Refusal {
  const header = headers['stripe-signature'] ?? '';
  // The library accepts times in the future, with which a webhook would stay valid for years.
  const [, signedAtS] = /(?:^|,)t=(\d{1,12})(?:,|$)/.exec(header) ?? [];
  const stale = findStaleReason({ subject: 'The webhook', signedAtS, now: now(), maxAgeS: toleranceS, toleranceS });
  if (stale !== undefined) return buildRefusal(stale);
  const isSignedWith = (secret: string): boolean => {
    try {
      return verifier?.verifyHeader(body, header, secret, toleranceS, undefined, now().getTime()) ?? false;
    } catch (error) {
      if (error instanceof Stripe.errors.StripeSignatureVerificationError) return false;
      throw error;
    }
  };
  if (!settings.WebhookSecrets.some(isSignedWith)) return buildRefusal('The webhook has no valid signature.');
  // The library replaces invalid UTF-8; here it is invalid JSON.
  const event = parseJson(body);
  return Value.Check(Event, event) ? { event } : buildRefusal('The signed content is not a supported event.');
}
