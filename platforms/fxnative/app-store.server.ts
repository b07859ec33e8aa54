// The App Store. With a key for Apple's API, the API's answer counts instead of the device's, which may be older than a
// refund. App Review buys in the sandbox with the production build, so transactions unknown in production are looked up
// in the sandbox.
import { importPKCS8, SignJWT } from 'jose';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { callVendor } from '#kit/call-vendor.server.ts';
import { isCurrency } from '#model/currency.ts';
import { currencyDecimals } from '#model/money.ts';
import { verifyAppleJws } from './app-store-jws.server.ts';
import type { AppStoreSettings } from './settings.ts';
import {
  buildStoreRefusal,
  unwrapUnityReceipt,
  type StoreAdapter,
  type StoreHost,
  type StoreResult,
} from './store.server.ts';

export type AppStoreHost = StoreHost<Static<typeof AppStoreSettings>>;

export const appStore: StoreAdapter<Static<typeof AppStoreSettings>> = {
  title: 'The App Store',
  async prove(purchase, host) {
    const receipt = unwrapUnityReceipt(purchase).receipt.trim();
    const transaction = await findTransaction(receipt, host);
    if (!transaction) return buildStoreRefusal('Unproved');
    const word = toStoreResult(transaction, purchase.productId, host);
    return isPlainId(receipt) && word.outcome !== 'refused' ? { ...word, isGuessable: true } : word;
  },
};

const AppleTransaction = Type.Object({
  transactionId: Type.String({ pattern: '^\\d{1,40}$' }),
  originalTransactionId: Type.String({ pattern: '^\\d{1,40}$' }),
  bundleId: Type.String(),
  productId: Type.String(),
  type: Type.String(),
  environment: Type.String(),
  quantity: Type.Optional(Type.Integer()),
  appAccountToken: Type.Optional(Type.String()),
  inAppOwnershipType: Type.Optional(Type.String()),
  revocationDate: Type.Optional(Type.Number()),
  // In thousandths.
  price: Type.Optional(Type.Integer({ minimum: 0 })),
  currency: Type.Optional(Type.String()),
});
export type AppleTransaction = Static<typeof AppleTransaction>;

/**
 * Undefined: not signed by Apple, or not a transaction on its servers. Xcode's test transactions aren't signed by
 * Apple.
 */
export function verifyAppleTransaction(jws: string, { settings, log }: AppStoreHost): AppleTransaction | undefined {
  const signed = verifyAppleJws(jws, settings.RootCertificates);
  if (signed.outcome === 'refused') {
    log.warn({ reason: signed.reason }, 'An App Store transaction was refused.');
    return undefined;
  }
  const { payload } = signed;
  return Value.Check(AppleTransaction, payload) && servers.has(payload.environment) ? payload : undefined;
}

const servers: ReadonlySet<string> = new Set(['Production', 'Sandbox']);

/** A plain id isn't signed and can be guessed. */
const isPlainId = (receipt: string): boolean => /^\d{1,40}$/.test(receipt);

async function findTransaction(receipt: string, host: AppStoreHost): Promise<AppleTransaction | undefined> {
  const { Api: api } = host.settings;
  if (isPlainId(receipt)) return api && askProductionFirst(receipt, host);
  const brought = verifyAppleTransaction(receipt, host);
  if (!api || brought?.bundleId !== host.settings.BundleId) return brought;
  return brought.environment === 'Sandbox'
    ? askFor(brought.transactionId, 'Sandbox', host)
    : askProductionFirst(brought.transactionId, host);
}

const askProductionFirst = async (id: string, host: AppStoreHost): Promise<AppleTransaction | undefined> =>
  (await askFor(id, 'Production', host)) ?? askFor(id, 'Sandbox', host);

async function askFor(id: string, environment: string, host: AppStoreHost): Promise<AppleTransaction | undefined> {
  const { ApiUrl = appStoreProductionUrl, SandboxApiUrl = 'https://api.storekit-sandbox.apple.com' } = host.settings;
  const reply = await callVendor(host, {
    vendor: 'The App Store',
    subject: 'a transaction',
    url: `${environment === 'Sandbox' ? SandboxApiUrl : ApiUrl}/inApps/v1/transactions/${id}`,
    headers: { authorization: `Bearer ${await createAppStoreToken(host)}` },
    timeoutMs: 6000,
    answer: Type.Object({ signedTransactionInfo: Type.String() }),
    parseRejection: (_, body) =>
      Value.Check(Fault, body) && unknownHere.has(body.errorCode) ? 'It is not there.' : undefined,
    remedies: { 401: 'Look at AppStore.Api of the settings; an app that was never released has no production.' },
  });
  if (reply.outcome === 'refused') return undefined;
  const found = verifyAppleTransaction(reply.answer.signedTransactionInfo, host);
  if (!found || found.transactionId !== id || found.environment !== environment)
    throw new Error('The App Store returned another transaction than requested.');
  return found;
}

export const appStoreProductionUrl = 'https://api.storekit.apple.com';

const Fault = Type.Object({ errorCode: Type.Integer() });
// No such transaction, and not a valid id.
const unknownHere = new Set([4_040_010, 4_000_006]);

export async function createAppStoreToken({ settings: { Api: api, BundleId }, now }: AppStoreHost): Promise<string> {
  if (!api) throw new Error("The App Store's API needs the setting AppStore.Api.");
  const at = Math.floor(now().getTime() / 1000);
  return new SignJWT({ bid: BundleId })
    .setProtectedHeader({ alg: 'ES256', kid: api.KeyId, typ: 'JWT' })
    .setIssuer(api.IssuerId)
    .setIssuedAt(at)
    .setExpirationTime(at + 300)
    .setAudience('appstoreconnect-v1')
    .sign(await importPKCS8(api.PrivateKey, 'ES256'));
}

export function toStoreResult(
  transaction: AppleTransaction,
  productId: string,
  { settings: { BundleId, TakesSandbox = false } }: AppStoreHost,
): StoreResult {
  if (transaction.bundleId !== BundleId) return buildStoreRefusal('OtherApp');
  if (transaction.productId !== productId) return buildStoreRefusal('OtherProduct');
  if (transaction.type === 'Auto-Renewable Subscription') return buildStoreRefusal('Subscription');
  // A family-shared purchase was sold to someone else.
  if ((transaction.inAppOwnershipType ?? 'PURCHASED') !== 'PURCHASED') return buildStoreRefusal('NotPaid');
  if ((transaction.quantity ?? 1) !== 1) return buildStoreRefusal('SeveralAtOnce');
  return {
    outcome: transaction.revocationDate === undefined ? 'paid' : 'refunded',
    id: getTransactionId(transaction),
    isTest: transaction.environment === 'Sandbox',
    isTestAllowed: TakesSandbox,
    orderId: transaction.appAccountToken?.toLowerCase(),
    ...readPrice(transaction),
  };
}

/** A non-consumable is the same purchase on every device; sandbox ids are separate. */
export function getTransactionId({
  type,
  transactionId,
  originalTransactionId,
  environment,
}: AppleTransaction): string {
  const id = type === 'Non-Consumable' ? originalTransactionId : transactionId;
  return environment === 'Sandbox' ? `sandbox-${id}` : id;
}

/** Empty if it isn't an amount in our currencies: then our own price counts. */
function readPrice({ price, currency = '' }: AppleTransaction): { amountMinor?: number; currency?: string } {
  const amountMinor = ((price ?? Number.NaN) * 10 ** currencyDecimals(currency)) / 1000;
  return isCurrency(currency) && Number.isSafeInteger(amountMinor) ? { amountMinor, currency } : {};
}
