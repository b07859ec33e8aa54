// What the simulated Yandex Games keeps: the purchases that nobody has consumed yet, by player and game. It lives as long as the lab.
import { randomUUID } from 'node:crypto';
import type { SimulatorPlace } from '../simulator-port.server.ts';

export interface SoldProduct {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly priceValue: string;
}

export interface UnconsumedPurchase {
  readonly token: string;
  readonly status: 'waiting';
  readonly errorCode: '';
  readonly errorDescription: '';
  readonly url: '';
  readonly product: {
    readonly id: string;
    readonly title: string;
    readonly description: string;
    readonly price: { readonly code: 'YAN'; readonly value: string };
    readonly imagePrefix: '';
  };
  readonly developerPayload?: string;
}

export interface Shelf {
  add(product: SoldProduct, developerPayload: string | undefined): UnconsumedPurchase;
  list(): readonly UnconsumedPurchase[];
  /** Whether it was there. */
  consume(token: string): boolean;
}

const all = new Map<string, Map<string, UnconsumedPurchase>>();

/** What one player has bought in one game. */
export function shelfOf({ at }: SimulatorPlace, game: string, playerId: string): Shelf {
  const key = JSON.stringify([at, game, playerId]);
  const purchases = all.get(key) ?? new Map<string, UnconsumedPurchase>();
  all.set(key, purchases);
  return {
    add({ id, title, description, priceValue }, developerPayload) {
      const price = { code: 'YAN', value: priceValue } as const;
      const purchase: UnconsumedPurchase = {
        token: randomUUID(),
        status: 'waiting',
        errorCode: '',
        errorDescription: '',
        url: '',
        product: { id, title, description, price, imagePrefix: '' },
        ...(developerPayload !== undefined && { developerPayload }),
      };
      purchases.set(purchase.token, purchase);
      return purchase;
    },
    list: () => [...purchases.values()],
    consume: (token) => purchases.delete(token),
  };
}
