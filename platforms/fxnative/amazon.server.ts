// The Amazon Appstore: its receipt service finds a receipt by the developer's shared secret, the buyer's id and the
// receipt id. Test receipts exist only in a sandbox.
import { Type, type Static } from 'typebox';
import { requireShape, parseJson } from '#kit/parse-json.server.ts';
import type { AmazonSettings } from './settings.ts';
import { buildStoreRefusal, unwrapUnityReceipt, type StoreAdapter, type StoreHost } from './store.server.ts';

type AmazonHost = StoreHost<Static<typeof AmazonSettings>>;

export const amazon: StoreAdapter<Static<typeof AmazonSettings>> = {
  title: 'The Amazon Appstore',
  async prove(purchase, host) {
    const id = unwrapUnityReceipt(purchase).receipt.trim();
    const { userId = '' } = purchase;
    if (!/^[\w:=+/.-]{1,2000}$/.test(id) || userId === '') return buildStoreRefusal('Unproved');
    const real = await askFor(id, userId, '', host);
    const found = real ?? (await askFor(id, userId, '/sandbox', host));
    if (found === 'cancelled')
      return { outcome: 'refunded', id: real ? id : `sandbox-${id}`, isTest: real === undefined };
    if (!found || found.receiptId !== id) return buildStoreRefusal('Unproved');
    // SKUs are unique among all apps of a developer, so the product identifies the app.
    if (found.productId !== purchase.productId) return buildStoreRefusal('OtherProduct');
    if (found.productType === 'SUBSCRIPTION') return buildStoreRefusal('Subscription');
    if ((found.quantity ?? 1) !== 1) return buildStoreRefusal('SeveralAtOnce');
    return {
      outcome: found.cancelDate == null ? 'paid' : 'refunded',
      id: real ? id : `sandbox-${id}`,
      isTest: !real || found.testTransaction === true,
    };
  },
};

const Receipt = Type.Object({
  receiptId: Type.String(),
  productId: Type.String(),
  productType: Type.String(),
  cancelDate: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
  quantity: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
  testTransaction: Type.Optional(Type.Boolean()),
});

/** Undefined: Amazon doesn't know the receipt, or not for this buyer. */
async function askFor(
  id: string,
  userId: string,
  place: '' | '/sandbox',
  host: AmazonHost,
): Promise<Static<typeof Receipt> | 'cancelled' | undefined> {
  const { ApiUrl = 'https://appstore-sdk.amazon.com', SharedSecret } = host.settings;
  const [secret, user, receipt] = [SharedSecret, userId, id].map(encodeURIComponent);
  const url = `${ApiUrl}${place}/version/1.0/verifyReceiptId/developer/${secret}/user/${user}/receiptId/${receipt}`;
  const { status, body } = await host.fetch(url, { headers: { accept: 'application/json' }, timeoutMs: 6000 });
  // A rejection may have no JSON body.
  if (status === 410) return 'cancelled';
  if (status === 400 || status === 497) return undefined;
  if (status === 496) throw new Error('Amazon rejects the setting Amazon.SharedSecret.');
  if (status !== 200) throw new Error(`Amazon answered ${status} about a receipt.`);
  return requireShape(Receipt, parseJson(body), 'Amazon', 'a receipt');
}
