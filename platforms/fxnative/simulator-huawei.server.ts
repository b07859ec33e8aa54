// Simulates AppGallery: purchases signed with the app's key, its tokens, and its order service, which answers about a
// purchase until it is confirmed. Contains no code of Huawei's.
import { randomUUID, sign } from 'node:crypto';
import { SimulatedVendorError } from '#kit/simulator-api.server.ts';
import { simulatedRsaKey, simulatedRsaPublicDer } from './simulator-keys.server.ts';
import { simulatedPackageName, type SimulatedPurchase, type SimulatedStore } from './simulator-store.server.ts';

const client = { ClientId: '100000001', ClientSecret: 'simulated-huawei-secret' };
const accessToken = 'simulated-huawei-token';

export const simulatedHuawei: SimulatedStore = {
  path: 'huawei',
  makeId: () => `hw-${randomUUID()}`,
  mount(api, { records }) {
    api.post('/huawei/oauth2/v3/token', ({ texts }) => {
      if (texts['client_id'] !== client.ClientId || texts['client_secret'] !== client.ClientSecret)
        throw new SimulatedVendorError(400, { error: 1101, sub_error: 20_001 });
      return { access_token: accessToken, expires_in: 3600, token_type: 'Bearer' };
    });
    const find = (texts: Readonly<Partial<Record<string, string>>>, authorization: string | undefined) => {
      const expected = `Basic ${Buffer.from(`APPAT:${accessToken}`).toString('base64')}`;
      if (authorization !== expected) throw new SimulatedVendorError(401, { responseCode: '1' });
      const found = records.get(texts['purchaseToken'] ?? '');
      return found?.productId === texts['productId'] ? found : undefined;
    };
    api.post('/huawei/applications/purchases/tokens/verify', ({ texts, request }) => {
      const found = find(texts, request.headers.authorization);
      if (!found || found.isConsumed) return { responseCode: '12', responseMessage: 'The order does not exist.' };
      const purchaseTokenData = describe(found);
      return { responseCode: '0', purchaseTokenData, dataSignature: signData(purchaseTokenData) };
    });
    api.post('/huawei/applications/v2/purchases/confirm', ({ texts, request }) => {
      const found = find(texts, request.headers.authorization);
      if (!found) return { responseCode: '8' };
      if (found.isConsumed) return { responseCode: '9' };
      found.isConsumed = true;
      return { responseCode: '0' };
    });
  },
  settings: ({ at }) => ({
    PackageName: simulatedPackageName,
    ...client,
    PublicKey: simulatedRsaPublicDer,
    OrderSite: at,
    AccountOrderSite: at,
    TokenUrl: `${at}/oauth2/v3/token`,
  }),
  receipt: (purchase) => {
    const data = describe(purchase);
    return { Receipt: data, Signature: signData(data) };
  },
};

const states = { paid: 0, refunded: 2, pending: 3 } as const;

const describe = ({ id, productId, orderId, boughtAt, state, isTest }: SimulatedPurchase): string =>
  JSON.stringify({
    autoRenewing: false,
    orderId: `${id}.T`,
    packageName: simulatedPackageName,
    applicationId: 100_000_001,
    kind: 0,
    productId,
    purchaseTime: boughtAt.getTime(),
    purchaseState: states[state],
    purchaseToken: id,
    accountFlag: 0,
    ...(orderId !== undefined && { developerPayload: orderId }),
    ...(isTest && { purchaseType: 0 }),
  });

const signData = (data: string): string => sign('sha256', Buffer.from(data), simulatedRsaKey).toString('base64');
