// Simulates Google Play: tokens for service accounts, purchases that may be pending, consumed or voided, and signed
// push notifications. Contains no code of Google's.
import { createPrivateKey, createPublicKey, randomUUID, sign, verify } from 'node:crypto';
import { decodeProtectedHeader, exportJWK, SignJWT } from 'jose';
import { SimulatedVendorError, type SimulatorApi, type SimulatorCall } from '#kit/simulator-api.server.ts';
import { simulatedRsaKey, simulatedRsaPublicDer } from './simulator-keys.server.ts';
import {
  simulatedPackageName,
  type SimulatedPurchase,
  type SimulatedStore,
  type SimulatedStoreEnvironment,
} from './simulator-store.server.ts';

const accessToken = 'simulated-google-token';
const push = { Audience: 'https://play.example/push', Email: 'push@simulated.example' };

export const simulatedGooglePlay: SimulatedStore = {
  path: 'google-play',
  makeId: () => `simulated.${randomUUID()}`,
  mount(api, place) {
    api.post('/google-play/token', ({ texts }) => giveToken(texts['assertion'] ?? ''));
    api.get('/google-play/certs', async () => ({
      keys: [{ ...(await exportJWK(createPublicKey(simulatedRsaKey))), kid: 'simulated', alg: 'RS256', use: 'sig' }],
    }));
    mountPurchases(api, place);
  },
  settings: ({ at }) => ({
    PackageName: simulatedPackageName,
    ServiceAccount: { ClientEmail: 'portal@simulated.example', PrivateKey: simulatedRsaKey },
    LicenceKey: simulatedRsaPublicDer,
    Push: push,
    ApiUrl: at,
    TokenUrl: `${at}/token`,
    PushKeysUrl: `${at}/certs`,
  }),
  receipt: (purchase) => {
    const originalJson = JSON.stringify({
      orderId: `GPA.${purchase.id}`,
      packageName: simulatedPackageName,
      productId: purchase.productId,
      purchaseTime: purchase.boughtAt.getTime(),
      purchaseState: purchase.state === 'pending' ? 4 : 0,
      purchaseToken: purchase.id,
      quantity: 1,
      acknowledged: false,
    });
    return {
      Receipt: originalJson,
      Signature: sign('sha1', Buffer.from(originalJson), simulatedRsaKey).toString('base64'),
    };
  },
  webhook: async ({ id, productId, state }, { now }) => {
    const eventTimeMillis = String(now().getTime());
    const told =
      state === 'refunded'
        ? { voidedPurchaseNotification: { purchaseToken: id, orderId: `GPA.${id}`, productType: 2, refundType: 1 } }
        : { oneTimeProductNotification: { version: '1.0', notificationType: 1, purchaseToken: id, sku: productId } };
    return createGooglePlayPush({ version: '1.0', packageName: simulatedPackageName, eventTimeMillis, ...told }, now());
  },
};

export async function createGooglePlayPush(notification: object, now: Date, claims: object = {}) {
  const at = Math.floor(now.getTime() / 1000);
  const token = await new SignJWT({ email: push.Email, email_verified: true, aud: push.Audience, ...claims })
    .setProtectedHeader({ alg: 'RS256', kid: 'simulated', typ: 'JWT' })
    .setIssuer('https://accounts.google.com')
    .setSubject('112233')
    .setIssuedAt(at)
    .setExpirationTime(at + 3600)
    .sign(createPrivateKey(simulatedRsaKey));
  const data = Buffer.from(JSON.stringify(notification)).toString('base64');
  return {
    body: JSON.stringify({
      message: { data, messageId: randomUUID() },
      subscription: 'projects/simulated/subscriptions/s',
    }),
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
  };
}

function giveToken(assertion: string): object {
  const [header = '', payload = '', signature = ''] = assertion.split('.');
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${payload}`),
    createPublicKey(simulatedRsaKey),
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned || decodeProtectedHeader(assertion).alg !== 'RS256')
    throw new SimulatedVendorError(400, { error: 'invalid_grant' });
  return { access_token: accessToken, expires_in: 3599, token_type: 'Bearer' };
}

function mountPurchases(api: SimulatorApi, place: SimulatedStoreEnvironment): void {
  const base = '/google-play/androidpublisher/v3/applications/:package/purchases';
  const check = ({ request, texts }: SimulatorCall) => {
    if (request.headers.authorization !== `Bearer ${accessToken}`) throw fault(401, 'Request had invalid credentials.');
    if (texts['package'] !== simulatedPackageName) throw fault(403, 'The caller does not have permission.');
  };
  const find = (call: SimulatorCall, token: string): SimulatedPurchase => {
    check(call);
    const found = place.records.get(token);
    if (!found || found.productId !== call.texts['productId']) throw fault(404, 'The purchase token was not found.');
    return found;
  };
  api.get(`${base}/products/:productId/tokens/:token`, (call) => describe(find(call, call.texts['token'] ?? '')));
  api.post(`${base}/products/:productId/tokens/:token`, (call) => {
    const [token = '', act] = (call.texts['token'] ?? '').split(/:(?=consume$|acknowledge$)/);
    const found = find(call, token);
    if (act === undefined || found.state !== 'paid') throw fault(400, 'The purchase is not in a valid state.');
    found.isAcknowledged = true;
    if (act === 'consume') found.isConsumed = true;
    return {};
  });
  api.get(`${base}/voidedpurchases`, (call) => {
    check(call);
    const within = ({ changedAt }: SimulatedPurchase) =>
      changedAt.getTime() >= Number(call.texts['startTime']) && changedAt.getTime() <= Number(call.texts['endTime']);
    const voided = place.records.all().filter((each) => each.state === 'refunded' && within(each));
    return { voidedPurchases: voided.map(({ id }) => ({ purchaseToken: id, orderId: `GPA.${id}` })) };
  });
}

const fault = (code: number, message: string) =>
  new SimulatedVendorError(code, { error: { code, message, errors: [] } });

const states = { paid: 0, refunded: 1, pending: 2 } as const;

const describe = (purchase: SimulatedPurchase) => ({
  kind: 'androidpublisher#productPurchase',
  purchaseTimeMillis: String(purchase.boughtAt.getTime()),
  purchaseState: states[purchase.state],
  consumptionState: Number(purchase.isConsumed),
  acknowledgementState: Number(purchase.isAcknowledged),
  ...(purchase.isTest && { purchaseType: 0 }),
  ...(purchase.orderId !== undefined && { obfuscatedExternalAccountId: purchase.orderId }),
  regionCode: 'DE',
});
