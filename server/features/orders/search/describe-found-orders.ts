import { formatPrice } from '#server/features/store/format-price.ts';
import type { FoundOrder, FoundOrders, OrderTotals } from './find-orders.ts';

export function describeFoundOrders({ orders, totals }: FoundOrders): string[] {
  const all = totals.reduce((sum, each) => sum + each.orders, 0);
  const more = all > orders.length ? [`The newest ${orders.length} of ${all} orders are shown.`] : [];
  return [...orders.map(describeOrder), ...more, ...totals.map(describeTotals)];
}

function describeOrder(order: FoundOrder): string {
  const { currency, refundedMinor, accountId, playerName, gameUid } = order;
  return [
    order.createdAt.toISOString(),
    order.orderId,
    order.status,
    formatPrice({ minor: order.priceMinor, currency }, 'en'),
    ...(refundedMinor > 0 ? [`refunded ${formatPrice({ minor: refundedMinor, currency }, 'en')}`] : []),
    ...(order.isTest ? ['(test money)'] : []),
    `${order.quantity} × ${order.sku} of ${order.game}`,
    accountId === null ? `(erased) ${gameUid}` : `${playerName || '(no name)'} ${accountId}`,
    ...order.payments,
  ].join('  ');
}

function describeTotals({ currency, isTest, orders, paidOrders, paidMinor, refundedMinor }: OrderTotals): string {
  const money = (minor: number): string => formatPrice({ minor, currency }, 'en');
  return [
    `${currency}${isTest ? ' (test money)' : ''}:`,
    `${orders} ${orders === 1 ? 'order' : 'orders'},`,
    `${paidOrders} paid with ${money(paidMinor)},`,
    `${money(refundedMinor)} refunded,`,
    `${money(paidMinor - refundedMinor)} left`,
  ].join(' ');
}
