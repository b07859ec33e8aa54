// Simulates the Amazon Appstore's receipt service and its sandbox. Contains no code of Amazon's.
import { randomBytes } from 'node:crypto';
import { SimulatedVendorError, type SimulatorCall } from '#kit/simulator-api.server.ts';
import type { SimulatedStore } from './simulator-store.server.ts';

const sharedSecret = '2:simulated-amazon-secret:shared';
const userId = 'simulated-amazon-user=';

export const simulatedAmazon: SimulatedStore = {
  path: 'amazon',
  makeId: () => randomBytes(48).toString('base64url'),
  mount(api, { records }) {
    const answerFrom = (isTest: boolean) => (call: SimulatorCall) => {
      const { secret, user, id = '' } = call.texts;
      const found = records.get(id);
      if (!isTest && secret !== sharedSecret) throw new SimulatedVendorError(496, { message: 'Invalid shared secret' });
      if (user !== userId) throw new SimulatedVendorError(497, { message: 'Invalid user id' });
      if (found?.isTest !== isTest || found.state === 'pending')
        throw new SimulatedVendorError(400, { message: 'Invalid receipt id' });
      // Amazon reports a cancelled purchase in either way.
      if (found.state === 'refunded' && !isTest) throw new SimulatedVendorError(410, { message: 'Cancelled' });
      return {
        receiptId: found.id,
        productId: found.productId,
        productType: 'CONSUMABLE',
        purchaseDate: found.boughtAt.getTime(),
        cancelDate: found.state === 'refunded' ? found.changedAt.getTime() : null,
        quantity: 1,
        testTransaction: isTest,
        betaProduct: false,
      };
    };
    const path = '/version/1.0/verifyReceiptId/developer/:secret/user/:user/receiptId/:id';
    api.get(`/amazon${path}`, answerFrom(false));
    api.get(`/amazon/sandbox${path}`, answerFrom(true));
  },
  settings: ({ at }) => ({ SharedSecret: sharedSecret, ApiUrl: at }),
  receipt: ({ id }) => ({ Receipt: id, StoreUserId: userId }),
};
