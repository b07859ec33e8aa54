// The signed request that Facebook's dialog returns only proves that Facebook knows the payment. The result is read
// from Facebook's records, so replaying an old request does no harm.
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { parseJsonWithStringIntegers } from '#kit/parse-json.server.ts';
import { buildRefusal, type Refusal } from '#kit/build-refusal.ts';
import { verifySignedRequestWithAnySecret } from '#kit/signed-request.server.ts';
import { toCheckoutStatus } from '#model/order.ts';
import { Problem } from '#model/problem.ts';
import type { ProviderCallHandlers } from '../port.server.ts';
import { fetchProvenPayment } from './payment.server.ts';
import type { facebookpay } from './provider.ts';
import { parseRequestId } from './request-id.server.ts';

export const verifySignedPayment: ProviderCallHandlers<typeof facebookpay>['verify'] = async (
  { SignedRequest },
  host,
  tools,
) => {
  const { payment } = tools;
  const signed = parseSignedPayment(SignedRequest, host.settings.AppSecrets);
  if (signed.outcome === 'refused') throw new Problem('ProofRefused', signed.reason);
  if (parseRequestId(signed.requestId)?.attemptId !== payment.attemptId)
    throw new Problem('ProofRefused', 'The signed payment is for another order.');
  const proved = await fetchProvenPayment(signed.paymentId, host);
  const events = proved?.attemptId === payment.attemptId ? proved.events : [];
  const end = await tools.applyEvents(events);
  const isPaid = end === 'done' && events.some(({ kind }) => kind === 'paid');
  return { Status: isPaid ? 'Payed' : toCheckoutStatus(payment.status) };
};

/**
 * A sign-in's signed request has the same format and key but lacks these fields. Ids exceed JavaScript's safe integers.
 */
const Payload = Type.Object({
  payment_id: Type.String({ pattern: '^\\d{1,40}$' }),
  request_id: Type.String({ minLength: 1, maxLength: 256 }),
});

interface SignedPayment {
  readonly outcome: 'read';
  readonly paymentId: string;
  readonly requestId: string;
}

export function parseSignedPayment(text: string, secrets: readonly string[]): SignedPayment | Refusal {
  const reading = verifySignedRequestWithAnySecret(text, secrets);
  if (reading.outcome === 'refused') return reading;
  const payload = parseJsonWithStringIntegers(reading.bytes);
  if (!Value.Check(Payload, payload)) return buildRefusal('The signed request does not name one of our payments.');
  return { outcome: 'read', paymentId: payload.payment_id, requestId: payload.request_id };
}
