import type { DataLayerData, DataLayerEvent } from '#portal/reporting/create-data-layer.ts';
import type { PurchaseOutcome, PurchaseRequest, ShownOrder } from './purchase.ts';

export function trackPurchaseOutcome(
  tell: (event: DataLayerEvent, data: DataLayerData) => void,
  purchaseRequest: PurchaseRequest,
  order: ShownOrder | undefined,
  end: PurchaseOutcome,
): void {
  const isGame = purchaseRequest.from === 'game';
  const data = {
    game: purchaseRequest.game,
    sku: purchaseRequest.sku,
    ...(order && {
      transactionId: order.transactionId,
      value: order.stats.currencyAmount,
      currency: order.stats.currency,
    }),
  };
  if (end.outcome === 'paid') tell(isGame ? 'sdk_product_purchase_completed' : 'site_purchase_confirmed', data);
  else if (isGame) tell('sdk_product_purchase_error', data);
}
