import { ApiError } from '#contract/api-error.ts';
import { api } from '#console/api.ts';
import type { Product } from './store-query.ts';

interface PriceDraft {
  /** The version of the products that the operator started from. */
  readonly seen: string;
  readonly products: readonly Product[];
  readonly note: string;
}

/** Saves the products as a draft, which can be scheduled. Fails if someone else has changed them since. */
export async function savePriceDraft(game: string, { seen, products, note }: PriceDraft) {
  const path = `games/${game}/products.json`;
  const { Version } = await api.operatorDrafts.object({ Object: path });
  // The draft starts from the products as they are now, which must be those that the operator has seen.
  const { Version: current } = await api.operatorProducts.exportCsv({ Game: game });
  if (current !== seen)
    throw new ApiError(
      { title: 'Conflict', status: 409, detail: 'Somebody has changed these products since.' },
      { Code: 'Conflict' },
    );
  return api.operatorDrafts.save({
    DraftId: undefined,
    Object: path,
    Version,
    Json: JSON.stringify(products),
    Note: note === '' ? undefined : note,
  });
}
