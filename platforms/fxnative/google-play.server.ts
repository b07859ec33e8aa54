// Google Play. Google's API verifies the device's purchase token. A granted purchase must be consumed or acknowledged
// within three days, or Google refunds it.
import { createPublicKey, verify } from 'node:crypto';
import { importPKCS8, SignJWT } from 'jose';
import { Type, type Static, type TSchema } from 'typebox';
import { callVendor, unwrapVendorReply, callVendorOrThrow, type VendorReply } from '#kit/call-vendor.server.ts';
import { createTokenCache, type VendorCredential } from './token-cache.server.ts';
import type { GooglePlaySettings } from './settings.ts';
import {
  buildStoreRefusal,
  parseJsonObject,
  unwrapUnityReceipt,
  type DevicePurchase,
  type StoreAdapter,
  type StoreHost,
  type StoreResult,
} from './store.server.ts';

export type GooglePlayHost = StoreHost<Static<typeof GooglePlaySettings>>;

export const googlePlay: StoreAdapter<Static<typeof GooglePlaySettings>> = {
  title: 'Google Play',
  async prove(purchase, host) {
    const token = readToken(purchase, host);
    return token === undefined ? buildStoreRefusal('Unproved') : verifyGooglePurchase(token, purchase.productId, host);
  },
  async finish(purchase, isConsumable, host) {
    const token = readToken(purchase, host);
    if (token === undefined) throw new Error('The Google Play receipt contains no token.');
    const found = unwrapVendorReply(await askAbout(token, purchase.productId, host));
    // The purchase may have been refunded by now, or the device may have consumed it already.
    if (
      states[found.purchaseState] !== 'paid' ||
      (isConsumable ? found.consumptionState : found.acknowledgementState) === 1
    )
      return;
    const act = isConsumable ? 'consume' : 'acknowledge';
    const url = `${urlOf(token, purchase.productId, host)}:${act}`;
    const { status } = await host.fetch(url, {
      method: 'POST',
      headers: { ...(await authorize(host)), 'content-type': 'application/json' },
      body: '{}',
      timeoutMs: 6000,
    });
    if (status < 200 || status > 299) throw new Error(`Google Play answered ${status} to ${act}.`);
  },
};

/** The package and product from the device are ignored. */
function readToken(purchase: DevicePurchase, { settings }: GooglePlayHost): string | undefined {
  const { receipt, signature } = unwrapUnityReceipt(purchase);
  const original = parseJsonObject(receipt);
  const token = original ? original['purchaseToken'] : receipt.trim();
  if (typeof token !== 'string' || !/^[\w.:-]{1,2000}$/.test(token)) return undefined;
  const { LicenceKey: key } = settings;
  const isChecked = key !== undefined && original !== undefined && signature !== undefined;
  return isChecked && !isSignedWithLicenceKey(receipt, signature, key) ? undefined : token;
}

/** Verifies with the app's licence key, over the exact bytes. Proves less than the API, but needs no request. */
export function isSignedWithLicenceKey(originalJson: string, signature: string, licenceKey: string): boolean {
  const key = createPublicKey({ key: Buffer.from(licenceKey, 'base64'), format: 'der', type: 'spki' });
  return verify('sha1', Buffer.from(originalJson), key, Buffer.from(signature, 'base64'));
}

const ProductPurchase = Type.Object({
  purchaseState: Type.Integer(),
  consumptionState: Type.Optional(Type.Integer()),
  acknowledgementState: Type.Optional(Type.Integer()),
  purchaseType: Type.Optional(Type.Integer()),
  quantity: Type.Optional(Type.Integer()),
  productId: Type.Optional(Type.String()),
  obfuscatedExternalAccountId: Type.Optional(Type.String()),
});

export async function verifyGooglePurchase(
  token: string,
  productId: string,
  host: GooglePlayHost,
): Promise<StoreResult> {
  const reply = await askAbout(token, productId, host);
  if (reply.outcome === 'refused') return buildStoreRefusal('Unproved');
  const { purchaseState, purchaseType, quantity = 1, obfuscatedExternalAccountId, ...found } = reply.answer;
  if ((found.productId ?? productId) !== productId) return buildStoreRefusal('OtherProduct');
  if (quantity !== 1) return buildStoreRefusal('SeveralAtOnce');
  const outcome = states[purchaseState];
  if (outcome === undefined) return buildStoreRefusal('NotPaid');
  return {
    outcome,
    id: token,
    isTest: purchaseType === testPurchase,
    orderId: obfuscatedExternalAccountId,
    // A promotion code or a watched ad: nothing was paid.
    ...((purchaseType ?? testPurchase) > testPurchase && { amountMinor: 0 }),
  };
}

const states = ['paid', 'refunded', 'pending'] as const;
const testPurchase = 0;

const askAbout = (
  token: string,
  productId: string,
  host: GooglePlayHost,
): Promise<VendorReply<Static<typeof ProductPurchase>>> =>
  callGoogle(host, { subject: 'a purchase', url: urlOf(token, productId, host), answer: ProductPurchase });

/** Returns a refusal if Google doesn't know the requested object. */
export async function callGoogle<S extends TSchema>(
  host: GooglePlayHost,
  question: { readonly subject: string; readonly url: string; readonly answer: S },
): Promise<VendorReply<Static<S>>> {
  return callVendor(host, {
    vendor: 'Google Play',
    ...question,
    headers: await authorize(host),
    timeoutMs: 6000,
    parseRejection: (status) => {
      if (status === 401) tokens.drop(credentialOf(host));
      return status === 400 || status === 404 || status === 410 ? `Google Play answered ${status}.` : undefined;
    },
    remedies: { 403: 'The service account needs its rights in the Play Console; new ones take up to a day.' },
  });
}

export const getGooglePlayAppUrl = ({ settings }: GooglePlayHost): string => {
  const { ApiUrl = 'https://androidpublisher.googleapis.com', PackageName } = settings;
  return `${ApiUrl}/androidpublisher/v3/applications/${PackageName}`;
};

const urlOf = (token: string, productId: string, host: GooglePlayHost): string =>
  `${getGooglePlayAppUrl(host)}/purchases/products/${encodeURIComponent(productId)}/tokens/${encodeURIComponent(token)}`;

const tokens = createTokenCache();
const tokenUrl = 'https://oauth2.googleapis.com/token';
const credentialOf = ({ settings: { TokenUrl = tokenUrl, ServiceAccount } }: GooglePlayHost): VendorCredential => ({
  address: TokenUrl,
  name: ServiceAccount.ClientEmail,
  secret: ServiceAccount.PrivateKey,
});

async function authorize(host: GooglePlayHost): Promise<{ authorization: string }> {
  const token = await tokens.read(credentialOf(host), host.now(), async () => {
    const { access_token, expires_in } = await callVendorOrThrow(host, {
      vendor: 'Google',
      subject: 'a token',
      url: host.settings.TokenUrl ?? tokenUrl,
      form: { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion: await signAssertion(host) },
      timeoutMs: 6000,
      answer: Type.Object({ access_token: Type.String({ minLength: 1 }), expires_in: Type.Number() }),
      remedies: { 400: 'Look at GooglePlay.ServiceAccount of the settings.' },
    });
    return { token: access_token, endsAt: new Date(host.now().getTime() + (expires_in - 300) * 1000) };
  });
  return { authorization: `Bearer ${token}` };
}

async function signAssertion({ settings: { ServiceAccount: account }, now }: GooglePlayHost): Promise<string> {
  const at = Math.floor(now().getTime() / 1000);
  return new SignJWT({ scope: 'https://www.googleapis.com/auth/androidpublisher' })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(account.ClientEmail)
    .setAudience(tokenUrl)
    .setIssuedAt(at)
    .setExpirationTime(at + 3600)
    .sign(await importPKCS8(account.PrivateKey, 'RS256'));
}
