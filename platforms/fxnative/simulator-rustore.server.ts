// Simulates RuStore: signed token requests, and invoices, those of testers in a sandbox. Contains no code of RuStore's.
import { createPublicKey, randomInt, verify } from 'node:crypto';
import { SimulatedVendorError, type SimulatorCall } from '#kit/simulator-api.server.ts';
import { simulatedRsaKey } from './simulator-keys.server.ts';
import type { SimulatedStore } from './simulator-store.server.ts';

const token = 'simulated-rustore-jwe';
const appId = 2_063_000_000;

export const simulatedRuStore: SimulatedStore = {
  path: 'rustore',
  makeId: () => String(randomInt(10 ** 9, 10 ** 12)),
  mount(api, { records, now }) {
    const wrap = (code: string, body?: object) => ({ code, message: null, body, timestamp: now().toISOString() });
    api.post('/rustore/public/auth/', ({ texts }) => {
      const { keyId = '', timestamp = '', signature = '' } = texts;
      const isSigned = verify(
        'RSA-SHA512',
        Buffer.from(keyId + timestamp),
        createPublicKey(simulatedRsaKey),
        Buffer.from(signature, 'base64'),
      );
      if (!isSigned) throw new SimulatedVendorError(400, wrap('BAD_REQUEST'));
      return wrap('OK', { jwe: token, ttl: 900 });
    });
    const answerFrom = (isTest: boolean) => (call: SimulatorCall) => {
      if (call.request.headers['public-token'] !== token) throw new SimulatedVendorError(401, wrap('ERROR'));
      const found = records.get(call.texts['id'] ?? '');
      if (found?.isTest !== isTest) throw new SimulatedVendorError(404, wrap('NOT_FOUND'));
      return wrap('OK', {
        invoiceId: Number(found.id),
        invoiceDate: found.boughtAt.toISOString(),
        invoiceStatus: found.state === 'paid' && found.isConsumed ? 'consumed' : statuses[found.state],
        developerPayload: found.orderId ?? null,
        appId,
        ownerCode: 4_384_191,
        order: {
          itemCode: found.productId,
          ...(found.priceMinor !== undefined && { amountCurrent: found.priceMinor, currency: 'RUB' }),
        },
      });
    };
    api.get('/rustore/public/v2/purchase/:id', answerFrom(false));
    api.get('/rustore/public/sandbox/v2/purchase/:id', answerFrom(true));
  },
  settings: ({ at }) => ({ AppId: String(appId), KeyId: '354751', PrivateKey: simulatedRsaKey, ApiUrl: at }),
  receipt: ({ id }) => ({ Receipt: id }),
};

const statuses = { paid: 'CONFIRMED', pending: 'PAID', refunded: 'REFUNDED' } as const;
