import { useCallback } from 'react';
import { useOpenModal } from '#portal/shell/open-modal.ts';
import type { PurchaseOutcome } from './purchase.ts';

/** In the currency of the product's price. Resolves when the buyer has finished or given up. */
export function useBuyProduct(game: string): (sku: string, currency?: string) => Promise<PurchaseOutcome> {
  const openModal = useOpenModal();
  return useCallback(
    async (sku, currency) => {
      const { buyProduct } = await import('./buy.ts');
      return buyProduct({ game, sku, currency, platform: 'FxId', from: 'site' }, openModal);
    },
    [game, openModal],
  );
}
