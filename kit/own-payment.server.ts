// Our own ids in a provider's objects, as `writeIds` has written them. What does not have them belongs to somebody else: an account may have other shops in it.
import { isUuid } from './is-uuid.ts';
import type { PaymentEvent } from '#model/payment-event.ts';
import type { RefundToSend } from '#model/payment-verbs.server.ts';

/** Undefined: it is not ours. An empty one is a list in some languages. */
export function readAttemptId(metadata: unknown): string | undefined {
  const isObject = typeof metadata === 'object' && metadata !== null;
  const attemptId = isObject && 'attempt_id' in metadata ? metadata.attempt_id : undefined;
  return isUuid(attemptId) ? attemptId : undefined;
}

/** Our own id of a refund, for metadata that comes back as it went. */
export const writeRefundIds = ({ refundId, isExtra }: Pick<RefundToSend, 'refundId' | 'isExtra'>) => ({
  refund_id: refundId,
  is_extra: String(isExtra),
});

/** What a fact tells of it. One that was made at the provider has nothing of it. */
export function readRefundIds(metadata: Metadata | null | undefined): Pick<PaymentEvent, 'refundId' | 'isOverpayment'> {
  const { refund_id: refundId, is_extra: isExtra } = metadata ?? {};
  return { ...(isUuid(refundId) && { refundId }), ...(isExtra !== undefined && { isOverpayment: isExtra === 'true' }) };
}

type Metadata = Readonly<Record<string, string>>;

interface FoundPayment {
  readonly id: string;
  readonly metadata?: unknown;
}

/** The payment that was asked about, if it is the attempt's. Throws where it is another. */
export function requireOwn<Found extends FoundPayment>(
  vendor: string,
  found: Found,
  asked: { readonly paymentId: string; readonly attemptId: string },
): Found {
  const { paymentId, attemptId } = asked;
  if (found.id !== paymentId) throw new Error(`${vendor} answers about another payment than ${paymentId}.`);
  if (readAttemptId(found.metadata) !== attemptId)
    throw new Error(`${paymentId} at ${vendor} belongs to another attempt than ${attemptId}.`);
  return found;
}
