// Simulates the App Store: transactions signed with a test chain, its API in production and sandbox, and its
// notifications. Contains no code of Apple's.
import { randomInt, randomUUID, sign } from 'node:crypto';
import { SimulatedVendorError, type SimulatorCall } from '#kit/simulator-api.server.ts';
import { simulatedAppStoreApiKey, simulatedAppleChain, simulatedAppleSignerKey } from './simulator-keys.server.ts';
import {
  simulatedPackageName,
  type SimulatedPurchase,
  type SimulatedStore,
  type SimulatedStoreEnvironment,
} from './simulator-store.server.ts';

export const simulatedAppStore: SimulatedStore = {
  path: 'app-store',
  makeId: () => `2${String(randomInt(10 ** 14)).padStart(15, '0')}`,
  mount(api, place) {
    const check = ({ request }: SimulatorCall) => {
      if (!/^Bearer [\w-]+\.[\w-]+\.[\w-]+$/.test(request.headers.authorization ?? ''))
        throw new SimulatedVendorError(401, {});
    };
    const answerFrom = (isTest: boolean) => (call: SimulatorCall) => {
      check(call);
      const found = place.records.get(call.texts['id'] ?? '');
      if (found?.isTest !== isTest)
        throw new SimulatedVendorError(404, { errorCode: 4_040_010, errorMessage: 'Transaction id not found.' });
      return { signedTransactionInfo: signTransaction(found, place) };
    };
    // Two per page, so that there are several pages.
    api.post('/app-store/inApps/v1/notifications/history', (call) => {
      check(call);
      const { startDate, endDate, notificationType, paginationToken = '0' } = call.texts;
      const refunded = place.records
        .all()
        .filter(({ state, isTest }) => state === 'refunded' && !isTest && notificationType === 'REFUND')
        .filter(({ changedAt }) => Number(startDate) <= changedAt.getTime() && changedAt.getTime() <= Number(endDate));
      const end = Number(paginationToken) + 2;
      const shown = refunded.slice(Number(paginationToken), end);
      return {
        notificationHistory: shown.map(
          (each) => JSON.parse(createAppStoreNotification('REFUND', each, place).body) as object,
        ),
        hasMore: end < refunded.length,
        ...(end < refunded.length && { paginationToken: String(end) }),
      };
    });
    api.get('/app-store/inApps/v1/transactions/:id', answerFrom(false));
    api.get('/app-store/sandbox/inApps/v1/transactions/:id', answerFrom(true));
  },
  settings: ({ at }) => ({
    BundleId: simulatedPackageName,
    AppAppleId: 1_234_567_890,
    Api: { IssuerId: 'simulated-issuer', KeyId: 'SIMULATED1', PrivateKey: simulatedAppStoreApiKey },
    RootCertificates: [simulatedAppleChain.root],
    ApiUrl: at,
    SandboxApiUrl: `${at}/sandbox`,
  }),
  receipt: (purchase, place) => ({ Receipt: signTransaction(purchase, place) }),
  webhook: async (purchase, place) => {
    const notificationType = purchase.state === 'refunded' ? 'REFUND' : 'ONE_TIME_CHARGE';
    return createAppStoreNotification(notificationType, purchase, place);
  },
};

export function createAppStoreNotification(
  notificationType: string,
  purchase: SimulatedPurchase,
  place: SimulatedStoreEnvironment,
) {
  const environment = environmentOf(purchase);
  const signedPayload = signJws({
    notificationType,
    notificationUUID: randomUUID(),
    version: '2.0',
    signedDate: place.now().getTime(),
    data: {
      bundleId: simulatedPackageName,
      environment,
      ...(environment === 'Production' && { appAppleId: 1_234_567_890 }),
      signedTransactionInfo: signTransaction(purchase, place),
    },
  });
  return { body: JSON.stringify({ signedPayload }), headers: { 'content-type': 'application/json' } };
}

const environmentOf = ({ isTest }: SimulatedPurchase): string => (isTest ? 'Sandbox' : 'Production');

export function signTransaction(
  purchase: SimulatedPurchase,
  { now }: Pick<SimulatedStoreEnvironment, 'now'>,
  more: object = {},
): string {
  const { id, productId, orderId, boughtAt, changedAt, state } = purchase;
  return signJws({
    transactionId: id,
    originalTransactionId: id,
    bundleId: simulatedPackageName,
    productId,
    purchaseDate: boughtAt.getTime(),
    originalPurchaseDate: boughtAt.getTime(),
    quantity: 1,
    type: 'Consumable',
    ...(orderId !== undefined && { appAccountToken: orderId }),
    inAppOwnershipType: 'PURCHASED',
    signedDate: now().getTime(),
    environment: environmentOf(purchase),
    transactionReason: 'PURCHASE',
    storefront: 'USA',
    storefrontId: '143441',
    price: 2990,
    currency: 'USD',
    ...(state === 'refunded' && { revocationDate: changedAt.getTime(), revocationReason: 0 }),
    ...more,
  });
}

export function signJws(payload: object, header: object = {}): string {
  const { leaf, intermediate, root } = simulatedAppleChain;
  const parts = [{ alg: 'ES256', x5c: [leaf, intermediate, root], ...header }, payload];
  const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  const signature = sign('sha256', Buffer.from(text), { key: simulatedAppleSignerKey, dsaEncoding: 'ieee-p1363' });
  return `${text}.${signature.toString('base64url')}`;
}
