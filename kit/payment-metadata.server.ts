// Reads and writes our ids in a provider's metadata. Objects without them are not ours: a provider account may serve
// other shops.
import { isUuid } from './is-uuid.ts';
import type { PaymentEvent } from '#model/payment-event.ts';
import type { RefundRequest } from '#model/payment-operations.server.ts';

/** Accepts any value: PHP serialises empty metadata as `[]`. */
export function readAttemptId(metadata: unknown): string | undefined {
  const isObject = typeof metadata === 'object' && metadata !== null;
  const attemptId = isObject && 'attempt_id' in metadata ? metadata.attempt_id : undefined;
  return isUuid(attemptId) ? attemptId : undefined;
}

export const buildRefundMetadata = ({
  refundId,
  isOverpayment,
}: Pick<RefundRequest, 'refundId' | 'isOverpayment'>) => ({
  refund_id: refundId,
  is_extra: String(isOverpayment),
});

/** Empty for a refund that was made in the provider's dashboard. */
export function readRefundMetadata(
  metadata: Metadata | null | undefined,
): Pick<PaymentEvent, 'refundId' | 'isOverpayment'> {
  const { refund_id: refundId, is_extra: isOverpayment } = metadata ?? {};
  return {
    ...(isUuid(refundId) && { refundId }),
    ...(isOverpayment !== undefined && { isOverpayment: isOverpayment === 'true' }),
  };
}

type Metadata = Readonly<Record<string, string>>;

interface FoundPayment {
  readonly id: string;
  readonly metadata?: unknown;
}

/** Throws if the provider returned another payment, or a payment of another attempt. */
export function requireSameAttempt<Found extends FoundPayment>(
  vendor: string,
  found: Found,
  asked: { readonly paymentId: string; readonly attemptId: string },
): Found {
  const { paymentId, attemptId } = asked;
  if (found.id !== paymentId) throw new Error(`${vendor} returned another payment than ${paymentId}.`);
  if (readAttemptId(found.metadata) !== attemptId)
    throw new Error(`${paymentId} at ${vendor} belongs to another attempt than ${attemptId}.`);
  return found;
}
