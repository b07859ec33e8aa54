// Purchases in a phone's app store. The app finishes only what the server granted.
import type { Static } from 'typebox';
import { PlatformError, type BrowserHost, type CapabilitiesOf } from '../port.browser.ts';
import type { ClientChannel } from '../kit/channel.browser.ts';
import { createBrowserReportedPurchases } from '../kit/claim-purchases.browser.ts';
import { readUntrustedFields, readUntrustedText, type UntrustedFields } from '../kit/fields.browser.ts';
import type { fxnative } from './platform.ts';

type Request = Static<typeof fxnative.paymentRequest.block>;

/** Undefined: the app isn't from a store, so the portal's providers take the payment. */
export function createPurchases(
  host: BrowserHost<typeof fxnative>,
  shell: ClientChannel,
  about: UntrustedFields,
): CapabilitiesOf<typeof fxnative>['purchases'] {
  const { game, calls } = host;
  const Store = stores.find((name) => name === about['store']);
  if (!Store) return undefined;
  return {
    request: () => ({ Store, ...readCountries(about) }),
    ...createBrowserReportedPurchases<{ readonly StoreSpecificOrderProductSku: string }>(host, {
      title: Store,
      async buy({ orderId, sku, reply }) {
        const wish = { productId: reply.StoreSpecificOrderProductSku, sku, orderId };
        const bought = await shell.callDialog('Buy', wish).catch((error: unknown) => {
          throw error instanceof PlatformError && error.code === 'UserCancelled' ? new Error(error.message) : error;
        });
        return JSON.stringify([{ ...bought, sku, orderId }]);
      },
      list: async () => JSON.stringify((await shell.call('ListPurchases'))['purchases'] ?? []),
      consume: (id) => shell.call('FinishPurchase', { id }),
      async claim(signed) {
        const ends = [];
        // Written above, from the app's response.
        for (const each of JSON.parse(signed) as unknown[]) {
          const {
            id,
            productId,
            sku = productId,
            orderId,
            receipt,
            signature,
            storeUserId,
          } = readUntrustedFields(each);
          const { Success } = await calls.validatePurchase({
            Game: game,
            Store,
            Sku: readUntrustedText(sku),
            Receipt: readUntrustedText(receipt),
            ...(typeof signature === 'string' && { Signature: signature }),
            ...(typeof storeUserId === 'string' && { StoreUserId: storeUserId }),
            ...(typeof orderId === 'string' && { PublicOrderId: orderId }),
          });
          ends.push({ PurchaseToken: readUntrustedText(id), Success });
        }
        return ends;
      },
      isFailure: () => false,
    }),
  };
}

const stores = ['AppStore', 'GooglePlay', 'Huawei', 'Samsung', 'Amazon', 'RuStore'] as const;

/** The countries as reported by store and phone; invalid ones are omitted. */
function readCountries({ appStoreCountry, googlePlayCountry, country }: UntrustedFields): Omit<Request, 'Store'> {
  return {
    ...(isCountry(appStoreCountry, 3) && { AppStoreCountry: appStoreCountry }),
    ...(isCountry(googlePlayCountry, 2) && { GooglePlayCountry: googlePlayCountry }),
    ...(isCountry(country, 3) && { ClientCountryAlpha3: country }),
  };
}

const isCountry = (value: unknown, letters: number): value is string =>
  typeof value === 'string' && value.length === letters && /^[A-Z]+$/.test(value);
