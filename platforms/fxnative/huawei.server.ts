// Huawei's AppGallery. Its order service answers about a token only until delivery is confirmed, so purchases that we
// granted are found by their token first.
import { createPublicKey, verify } from 'node:crypto';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { callVendorOrThrow, buildBasicAuth } from '#kit/call-vendor.server.ts';
import { parseJson } from '#kit/parse-json.server.ts';
import { createTokenCache } from './token-cache.server.ts';
import type { HuaweiSettings } from './settings.ts';
import { buildStoreRefusal, unwrapUnityReceipt, type StoreAdapter, type StoreHost } from './store.server.ts';

export type HuaweiHost = StoreHost<Static<typeof HuaweiSettings>>;

export const huawei: StoreAdapter<Static<typeof HuaweiSettings>> = {
  title: 'AppGallery',
  async prove(purchase, host) {
    const { receipt, signature = '' } = unwrapUnityReceipt(purchase);
    const { PublicKey: key, PackageName: packageName } = host.settings;
    const brought = isSignedByHuawei(receipt, signature, key) ? readData(receipt) : undefined;
    if (!brought) return buildStoreRefusal('Unproved');
    const { purchaseToken, accountFlag } = brought;
    const answer = await askOrders(host, accountFlag, 'purchases/tokens/verify', {
      purchaseToken,
      productId: purchase.productId,
    });
    // Already confirmed, or another product's token.
    if (answer.responseCode !== '0') return buildStoreRefusal('NotPaid');
    const { purchaseTokenData = '', dataSignature = '' } = answer;
    const data = isSignedByHuawei(purchaseTokenData, dataSignature, key) ? readData(purchaseTokenData) : undefined;
    if (!data || data.purchaseToken !== purchaseToken)
      throw new Error("AppGallery's response is not signed with the setting Huawei.PublicKey.");
    if (data.packageName !== packageName) return buildStoreRefusal('OtherApp');
    if (data.productId !== purchase.productId) return buildStoreRefusal('OtherProduct');
    if (data.kind === subscription) return buildStoreRefusal('Subscription');
    const outcome = outcomes[data.purchaseState];
    if (outcome === undefined) return buildStoreRefusal('NotPaid');
    const { developerPayload: orderId, purchaseType } = data;
    return {
      outcome,
      id: purchaseToken,
      isTest: purchaseType === sandbox,
      orderId,
      ...(purchaseType === promotion && { amountMinor: 0 }),
    };
  },
  readId: (purchase) => readData(unwrapUnityReceipt(purchase).receipt)?.purchaseToken,
  async finish(purchase, isConsumable, host) {
    // Non-consumables have no delivery to confirm.
    if (!isConsumable) return;
    const data = readData(unwrapUnityReceipt(purchase).receipt);
    if (!data) throw new Error('The AppGallery receipt contains no token.');
    const { purchaseToken, accountFlag } = data;
    const question = { purchaseToken, productId: purchase.productId };
    const { responseCode } = await askOrders(host, accountFlag, 'v2/purchases/confirm', question);
    if (responseCode !== '0' && responseCode !== confirmedBefore)
      throw new Error(`AppGallery answered the confirmation of a purchase with its code ${responseCode}.`);
  },
};

export function isSignedByHuawei(data: string, signature: string, publicKey: string): boolean {
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
  return verify('sha256', Buffer.from(data), key, Buffer.from(signature, 'base64'));
}

const PurchaseData = Type.Object({
  packageName: Type.Optional(Type.String()),
  productId: Type.String(),
  purchaseToken: Type.String({ minLength: 1, maxLength: 2000 }),
  purchaseState: Type.Integer(),
  kind: Type.Optional(Type.Integer()),
  purchaseType: Type.Optional(Type.Integer()),
  accountFlag: Type.Optional(Type.Integer()),
  developerPayload: Type.Optional(Type.String()),
});

function readData(text: string): Static<typeof PurchaseData> | undefined {
  const data = parseJson(text);
  return Value.Check(PurchaseData, data) ? data : undefined;
}

/** 0 is documented. Assumed: 1 is cancelled, 2 refunded, 3 pending. */
const outcomes: Readonly<Partial<Record<number, 'paid' | 'pending' | 'refunded'>>> = {
  0: 'paid',
  1: 'refunded',
  2: 'refunded',
  3: 'pending',
};
const subscription = 2;
const sandbox = 0;
const promotion = 1;
const confirmedBefore = '9';

async function askOrders(host: HuaweiHost, accountFlag: number | undefined, path: string, json: object) {
  return callVendorOrThrow(host, {
    vendor: 'AppGallery',
    subject: 'a purchase',
    url: `${chooseSite(host.settings, accountFlag)}/applications/${path}`,
    json,
    headers: { authorization: buildBasicAuth('APPAT', await readToken(host)) },
    timeoutMs: 6000,
    answer: Type.Object({
      responseCode: Type.String({ maxLength: 20 }),
      purchaseTokenData: Type.Optional(Type.String()),
      dataSignature: Type.Optional(Type.String()),
    }),
  });
}

/**
 * The order service of the buyer's region. Assumed: the European ones; purchases with `accountFlag` 1 have their own.
 */
function chooseSite(
  {
    OrderSite = 'https://orders-dre.iap.cloud.huawei.eu',
    AccountOrderSite = 'https://orders-at-dre.iap.dbankcloud.com',
  }: HuaweiHost['settings'],
  accountFlag: number | undefined,
): string {
  return accountFlag === 1 ? AccountOrderSite : OrderSite;
}

const tokens = createTokenCache();

function readToken(host: HuaweiHost): Promise<string> {
  const {
    TokenUrl: url = 'https://oauth-login.cloud.huawei.com/oauth2/v3/token',
    ClientId,
    ClientSecret,
  } = host.settings;
  return tokens.read({ address: url, name: ClientId, secret: ClientSecret }, host.now(), async () => {
    const { access_token, expires_in } = await callVendorOrThrow(host, {
      vendor: 'Huawei',
      subject: 'a token',
      url,
      form: { grant_type: 'client_credentials', client_id: ClientId, client_secret: ClientSecret },
      timeoutMs: 6000,
      answer: Type.Object({ access_token: Type.String({ minLength: 1 }), expires_in: Type.Number() }),
      remedies: { 400: 'Look at Huawei.ClientId and ClientSecret of the settings.' },
    });
    return { token: access_token, endsAt: new Date(host.now().getTime() + (expires_in - 300) * 1000) };
  });
}
