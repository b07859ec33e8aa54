// RuStore. Invoice numbers can be guessed, so the attached order must be the player's. Held money (PAID) isn't paid
// yet: the app confirms it on the device, and the invoice becomes CONFIRMED, or CONSUMED once the app has used it up.
// Statuses are written in capitals or in small letters.
import { createPrivateKey, sign, type KeyObject } from 'node:crypto';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { callVendor, callVendorOrThrow } from '#kit/call-vendor.server.ts';
import { nullish } from '#kit/nullable.ts';
import { fromVendorUnits } from '#kit/vendor-units.ts';
import { isCurrency } from '#model/currency.ts';
import { createTokenCache, type VendorCredential } from './token-cache.server.ts';
import type { RuStoreSettings } from './settings.ts';
import {
  buildStoreRefusal,
  unwrapUnityReceipt,
  type StoreAdapter,
  type StoreHost,
  type StorePurchase,
} from './store.server.ts';

export type RuStoreHost = StoreHost<Static<typeof RuStoreSettings>>;

export const ruStore: StoreAdapter<Static<typeof RuStoreSettings>> = {
  title: 'RuStore',
  async prove(purchase, host) {
    const invoiceId = unwrapUnityReceipt(purchase).receipt.trim();
    if (!/^\d{1,30}$/.test(invoiceId)) return buildStoreRefusal('Unproved');
    // Testers pay in a sandbox with its own numbers.
    const real = await askFor(invoiceId, '/public/v2/purchase/', host);
    const found = real ?? (await askFor(invoiceId, '/public/sandbox/v2/purchase/', host));
    if (!found) return buildStoreRefusal('Unproved');
    if (String(found.appId ?? found.applicationCode) !== host.settings.AppId) return buildStoreRefusal('OtherApp');
    if (readProductId(found) !== purchase.productId) return buildStoreRefusal('OtherProduct');
    const outcome = outcomes[found.invoiceStatus.toUpperCase()];
    if (outcome === undefined) return buildStoreRefusal('NotPaid');
    return {
      outcome,
      id: real ? invoiceId : `sandbox-${invoiceId}`,
      isTest: !real,
      isGuessable: true,
      orderId: found.developerPayload?.toLowerCase(),
      ...readPrice(found),
    };
  },
};

const outcomes: Readonly<Partial<Record<string, 'paid' | 'pending' | 'refunded'>>> = {
  CONFIRMED: 'paid',
  CONSUMED: 'paid',
  PAID: 'pending',
  EXECUTED: 'pending',
  REVERSED: 'refunded',
  REFUNDED: 'refunded',
};

const named = Type.Optional(Type.String());
const appNumber = nullish(Type.Union([Type.Integer(), Type.String()]));
const Invoice = Type.Object({
  invoiceStatus: Type.String({ maxLength: 40 }),
  /** The help page names it `appId`, the OpenAPI description `applicationCode`. */
  appId: appNumber,
  applicationCode: appNumber,
  developerPayload: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  productId: named,
  order: Type.Optional(
    Type.Object({
      productId: named,
      itemCode: named,
      amountCurrent: nullish(Type.Integer({ minimum: 0 })),
      currency: nullish(Type.String({ maxLength: 10 })),
    }),
  ),
});
type RuStoreInvoice = Static<typeof Invoice>;

/**
 * The product of an invoice: `itemCode` in `order`, as RuStore documents it, or `productId`, as public code has it, next
 * to the status or in `order`. Without any of them the invoice buys nothing.
 */
export const readProductId = ({ productId, order }: RuStoreInvoice): string | undefined =>
  productId ?? order?.productId ?? order?.itemCode;

/** What the buyer paid, in hundredths of the currency. */
function readPrice({ order }: RuStoreInvoice): Pick<StorePurchase, 'amountMinor' | 'currency'> {
  const { amountCurrent, currency } = order ?? {};
  if (typeof amountCurrent !== 'number' || typeof currency !== 'string' || !isCurrency(currency)) return {};
  const amountMinor = fromVendorUnits(amountCurrent, currency, 2);
  return amountMinor === undefined ? {} : { amountMinor, currency };
}

async function askFor(invoiceId: string, path: string, host: RuStoreHost): Promise<RuStoreInvoice | undefined> {
  const { ApiUrl = apiUrl } = host.settings;
  const reply = await callVendor(host, {
    vendor: 'RuStore',
    subject: 'an invoice',
    url: ApiUrl + path + invoiceId,
    headers: { 'Public-Token': await readToken(host) },
    timeoutMs: 6000,
    answer: Type.Object({ code: Type.Literal('OK'), body: Invoice }),
    parseRejection: (status, body) => {
      if (status === 401) tokens.drop(credentialOf(host));
      return Value.Check(NotThere, body) ? 'There is no such invoice.' : undefined;
    },
  });
  return reply.outcome === 'refused' ? undefined : reply.answer.body;
}

const NotThere = Type.Object({ code: Type.Enum(['NOT_FOUND', 'BAD_REQUEST']) });

const apiUrl = 'https://public-api.rustore.ru';
const tokens = createTokenCache();
const credentialOf = ({ settings: { ApiUrl = apiUrl, KeyId, PrivateKey } }: RuStoreHost): VendorCredential => ({
  address: ApiUrl,
  name: KeyId,
  secret: PrivateKey,
});

const readToken = (host: RuStoreHost): Promise<string> =>
  tokens.read(credentialOf(host), host.now(), async () => {
    const { KeyId: keyId, PrivateKey, ApiUrl = apiUrl } = host.settings;
    const timestamp = host.now().toISOString().replace('Z', '+00:00');
    const { body } = await callVendorOrThrow(host, {
      vendor: 'RuStore',
      subject: 'a token',
      url: `${ApiUrl}/public/auth/`,
      json: { keyId, timestamp, signature: signRuStoreKeyId(keyId, timestamp, readKey(PrivateKey)) },
      timeoutMs: 6000,
      answer: Type.Object({ code: Type.Literal('OK'), body: Type.Object({ jwe: Type.String(), ttl: Type.Number() }) }),
    });
    const lastsMs = Math.min(body.ttl, 900) * 1000 - 60_000;
    return { token: body.jwe, endsAt: new Date(host.now().getTime() + lastsMs) };
  });

export const signRuStoreKeyId = (keyId: string, timestamp: string, key: KeyObject): string =>
  sign('RSA-SHA512', Buffer.from(keyId + timestamp), key).toString('base64');

const readKey = (text: string): KeyObject =>
  text.includes('-----')
    ? createPrivateKey(text)
    : createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' });
