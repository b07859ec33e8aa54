// Simulates the Galaxy Store: receipts by purchase id, for any caller. Contains no code of Samsung's.
import { randomBytes } from 'node:crypto';
import { simulatedPackageName, type SimulatedStore } from './simulator-store.server.ts';

export const simulatedSamsung: SimulatedStore = {
  path: 'samsung',
  makeId: () => randomBytes(32).toString('hex'),
  mount(api, { records }) {
    api.get('/samsung/iap/v6/receipt', ({ texts }) => {
      const found = records.get(texts['purchaseID'] ?? '');
      if (!found || found.state === 'pending')
        return { status: 'fail', errorCode: 9135, errorMessage: 'not exist order' };
      return {
        itemId: found.productId,
        paymentId: `ZPMTID${found.id.slice(0, 14)}`,
        orderId: `S${found.id.slice(0, 14)}`,
        ...(found.state === 'paid' && { packageName: simulatedPackageName }),
        purchaseDate: found.boughtAt.toISOString().slice(0, 19).replace('T', ' '),
        paymentAmount: '1.990',
        currencyCode: 'USD',
        status: found.state === 'paid' ? 'success' : 'cancel',
        mode: found.isTest ? 'TEST' : 'PRODUCTION',
        ...(found.orderId !== undefined && { passThroughParam: found.orderId }),
      };
    });
  },
  settings: ({ at }) => ({ PackageName: simulatedPackageName, ApiUrl: at }),
  receipt: ({ id }) => ({ Receipt: id }),
};
