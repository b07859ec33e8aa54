// A game's calls about purchases that its page receives, loaded with the first one.
import { BridgeError, buildInvalidParameterError } from '#bridge/bridge-error.ts';
import type { ResultOf } from '#bridge/protocol.ts';
import { ApiError } from '#contract/api-error.ts';
import { lazyBackgroundApiClient } from '#portal/lazy-api.ts';
import { withBridgeErrors } from './game-calls.ts';

export interface PurchaseCalls {
  readonly list: () => Promise<ResultOf<'GetPurchases'>>;
  readonly consume: (purchaseId: string) => Promise<ResultOf<'ConsumePurchase'>>;
}

export interface PurchaseCallsOptions {
  readonly game: string;
  /** Whether the game is set up for it. The server decides; this saves a request. */
  readonly isSetUp: () => boolean;
  readonly isSignedIn: () => boolean;
}

// A game's call never opens a sign-in prompt.
type Client = Pick<typeof lazyBackgroundApiClient, 'pagePurchases'>;

export function createPurchaseCalls(
  { game: Game, isSetUp, isSignedIn }: PurchaseCallsOptions,
  { pagePurchases }: Client = lazyBackgroundApiClient,
): PurchaseCalls {
  const asBuyer = async <T>(ask: () => Promise<T>): Promise<T> => {
    if (!isSetUp()) throw buildNotSetUpError();
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'NotConfigured') throw buildNotSetUpError();
      if (error.code === 'NotFound') throw buildUnknownPurchaseError();
      return withBridgeErrors(() => Promise.reject(error));
    }
  };
  return {
    list: async () => {
      const { Purchases } = await asBuyer(async () =>
        isSignedIn() ? pagePurchases.list({ Game }) : { Purchases: [] },
      );
      return {
        purchases: Purchases.map((purchase) => ({
          purchaseId: purchase.PurchaseId,
          sku: purchase.Sku,
          quantity: purchase.Quantity,
          ...(purchase.DeveloperPayload !== undefined && { developerPayload: purchase.DeveloperPayload }),
          purchasedAt: purchase.PurchasedAt,
          isTest: purchase.IsTest,
        })),
      };
    },
    consume: async (PurchaseId) => {
      const { Consumed } = await asBuyer(async () => {
        if (!isSignedIn()) throw buildUnknownPurchaseError();
        return pagePurchases.consume({ Game, PurchaseId });
      });
      return { consumed: Consumed };
    },
  };
}

const buildNotSetUpError = (): BridgeError =>
  new BridgeError('NotSupported', "This game's page gets no purchases: PurchasesIn in its configuration.");

const buildUnknownPurchaseError = (): BridgeError =>
  buildInvalidParameterError('purchaseId', 'is not the id of a purchase of this player in this game.');
