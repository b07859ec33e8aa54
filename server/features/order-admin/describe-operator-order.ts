// Orders and unmatched events as operators' calls return them.
import type { Static } from 'typebox';
import type { OperatorOrder, UnmatchedPaymentEvent } from '#contract/console/orders.ts';
import { chooseLocalizedText } from '#model/locale.ts';
import type { FoundOrder, UnmatchedEvent } from '#server/features/orders/search/find-orders.ts';

export function describeOperatorOrder(order: FoundOrder): Static<typeof OperatorOrder> {
  return {
    OrderId: order.orderId,
    Game: order.game,
    GameUid: order.gameUid,
    ...(order.accountId !== null && { AccountId: order.accountId }),
    Platform: order.platform,
    Sku: order.sku,
    ProductName: chooseLocalizedText(order.product.names, 'en').slice(0, 200) || order.sku,
    Quantity: order.quantity,
    AmountMinor: order.priceMinor,
    Currency: order.currency,
    Status: order.status,
    PaidMinor: order.paidMinor,
    RefundedMinor: order.refundedMinor,
    IsTest: order.isTest,
    Payments: order.payments.map(describePayment),
    CreatedAt: order.createdAt.toISOString(),
    ...(order.paidAt && { PaidAt: order.paidAt.toISOString() }),
  };
}

/** The provider and, after a space, its id of the payment. */
function describePayment(payment: string): Static<typeof OperatorOrder>['Payments'][number] {
  const [Provider = '', ...id] = payment.split(' ');
  return { Provider, ...(id.length > 0 && { PaymentId: id.join(' ') }) };
}

export function describeUnmatchedEvent({
  provider,
  account,
  dedupKey,
  event,
  receivedAt,
}: Omit<UnmatchedEvent, 'outcome'>): Static<typeof UnmatchedPaymentEvent> {
  return {
    Provider: provider,
    ...(account !== '' && { Account: account }),
    EventId: dedupKey,
    Kind: event.kind,
    ...(event.providerPaymentId !== undefined && { PaymentId: event.providerPaymentId }),
    ...(event.transactionId !== undefined && { TransactionId: event.transactionId }),
    ...(event.amountMinor !== undefined && { AmountMinor: event.amountMinor }),
    ...(event.currency !== undefined && { Currency: event.currency }),
    IsTest: event.isTest,
    ReceivedAt: receivedAt.toISOString(),
  };
}
