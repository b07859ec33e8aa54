// Samsung's Galaxy Store: anyone may query a purchase id. The app consumes on the device what we granted.
import { Type, type Static } from 'typebox';
import { callVendorOrThrow } from '#kit/call-vendor.server.ts';
import { fromDecimal } from '#kit/decimal-amount.ts';
import { isCurrency } from '#model/currency.ts';
import type { SamsungSettings } from './settings.ts';
import { buildStoreRefusal, unwrapUnityReceipt, type StorePurchase, type StoreAdapter } from './store.server.ts';

export const samsung: StoreAdapter<Static<typeof SamsungSettings>> = {
  title: 'The Galaxy Store',
  async prove(purchase, host) {
    const id = unwrapUnityReceipt(purchase).receipt.trim();
    if (!/^[\w-]{1,200}$/.test(id)) return buildStoreRefusal('Unproved');
    const { ApiUrl = 'https://iap.samsungapps.com', PackageName } = host.settings;
    const found = await callVendorOrThrow(host, {
      vendor: 'Samsung',
      subject: 'a purchase',
      url: `${ApiUrl}/iap/v6/receipt?${new URLSearchParams({ purchaseID: id }).toString()}`,
      timeoutMs: 6000,
      answer: Receipt,
    });
    const { status, packageName, itemId } = found;
    const outcome = outcomes[status];
    if (outcome === undefined) return buildStoreRefusal('Unproved');
    // In Samsung's example a cancelled purchase has no package name.
    if (packageName !== PackageName && (outcome === 'paid' || packageName !== undefined))
      return buildStoreRefusal('OtherApp');
    if (itemId !== purchase.productId) return buildStoreRefusal('OtherProduct');
    const { mode, passThroughParam: orderId } = found;
    return { outcome, id, isTest: mode !== 'PRODUCTION', orderId, ...readPrice(found) };
  },
};

const outcomes: Readonly<Partial<Record<string, 'paid' | 'refunded'>>> = { success: 'paid', cancel: 'refunded' };

const text = Type.Optional(Type.String());
const Receipt = Type.Object({
  status: Type.String({ maxLength: 40 }),
  packageName: text,
  itemId: text,
  mode: text,
  passThroughParam: text,
  paymentAmount: text,
  currencyCode: text,
});

function readPrice({
  paymentAmount = '',
  currencyCode: currency = '',
}: Static<typeof Receipt>): Pick<StorePurchase, 'amountMinor' | 'currency'> {
  const amountMinor = isCurrency(currency) ? fromDecimal(paymentAmount, currency) : undefined;
  return amountMinor === undefined ? {} : { amountMinor, currency };
}
