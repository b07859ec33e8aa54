// The texts of an order's history, without repetitions, details of providers, and hints from the browser.
import type { OrderEventKind, OrderHistoryEntry } from '#model/order-history.ts';

const texts = {
  created: 'created',
  'provider-skipped': undefined,
  'payment-not-opened': undefined,
  'payment-opened': 'paymentStarted',
  'payment-refused': 'paymentDeclined',
  'payment-ended': 'paymentEnded',
  paid: 'paid',
  status: undefined,
  delivery: undefined,
  sent: 'sent',
  acknowledged: 'acknowledged',
  'delivery-failed': 'deliveryFailed',
  'delivery-given-up': 'deliveryGivenUp',
  'delivery-resend-requested': 'resent',
  'delivery-dropped': 'notDelivered',
  'refund-requested': 'refundRequested',
  refunded: 'refunded',
  'refund-refused': 'refundDeclined',
  'refund-failed': 'refundFailed',
  disputed: 'disputed',
  'dispute-lost': 'disputeLost',
  'dispute-won': 'disputeWon',
  anomaly: 'discrepancy',
  'client-hint': undefined,
} as const satisfies Readonly<Record<OrderEventKind, string | undefined>>;

type OrderHistoryText = NonNullable<(typeof texts)[OrderEventKind]> | 'removedFromGame';

export function orderHistoryTextKey({
  Kind,
  Detail,
}: Pick<OrderHistoryEntry, 'Kind' | 'Detail'>): OrderHistoryText | undefined {
  if (Kind === 'acknowledged' && Detail['type'] === 'order.revoked') return 'removedFromGame';
  return texts[Kind];
}
