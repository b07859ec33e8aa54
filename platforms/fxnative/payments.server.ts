// Payments through app stores. The device buys, and the receipt is stored with its attempt, so that the store can be
// asked again.
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { createWebhookReplyBuilder } from '#kit/create-webhook-reply-builder.server.ts';
import { parseJson } from '#kit/parse-json.server.ts';
import { buildRefusal } from '#kit/build-refusal.ts';
import type {
  AttemptReference,
  ProviderAttemptRecord,
  Webhook,
  ParsedWebhook,
} from '#model/payment-operations.server.ts';
import type { ServerAdapter } from '../port.server.ts';
import { listAppStoreRefunds, parseAppStoreWebhook } from './app-store-webhook.server.ts';
import { listVoidedPurchases, parseGooglePlayWebhook } from './google-play-webhook.server.ts';
import type { fxnative } from './platform.ts';
import {
  deriveStoreTransactionId,
  createStoreClient,
  type SubmittedPurchase,
  type NativeHost,
  type StoreClient,
} from './stores.server.ts';
import { allowsWebPayments } from './web-payments.server.ts';

export const storePayments: NonNullable<ServerAdapter<typeof fxnative>['payments']> = {
  needsEmail: () => false,
  /**
   * A request that names a configured store is paid there. Others pay as on the web, if the store's country allows it.
   */
  paymentHandler: async ({ country, request }, { settings }) => {
    const asked = (request ?? {
      ...(country !== undefined && { ClientCountryAlpha3: country }),
    }) as Partial<SaleRequest>;
    if (asked.Store !== undefined && settings[asked.Store] !== undefined) return 'platform';
    return allowsWebPayments(settings, asked) ? 'portal' : 'nobody';
  },
  create: async ({ request, product }, host) => {
    const store = createStoreClient(request.Store, host);
    return store
      ? { outcome: 'created', reply: { StoreSpecificOrderProductSku: store.productId(product.sku) } }
      : buildRefusal(`${request.Store} is not set up here.`);
  },
  read: readPurchase,
  async finish({ receipt, isConsumable }, host) {
    const { store, brought } = requireStore(receipt, host);
    await store.finish(brought, isConsumable);
  },
  listRefunds: async (span, { settings: { AppStore, GooglePlay }, ...rest }) => [
    ...(AppStore ? await listAppStoreRefunds(span, { ...rest, settings: AppStore }) : []),
    ...(GooglePlay ? await listVoidedPurchases(span, { ...rest, settings: GooglePlay }) : []),
  ],
  refund: async () => buildRefusal('App stores refund through their own support or console, and notify us.'),
  parseWebhook,
  buildWebhookReply: createWebhookReplyBuilder({ refused: 403 }),
};

type SaleRequest = SubmittedPurchase & Parameters<typeof allowsWebPayments>[1];

/** Asks the store about the stored receipt. Without one nothing was bought yet. */
async function readPurchase(attempt: AttemptReference, host: NativeHost): Promise<ProviderAttemptRecord> {
  const { receipt, attemptId, amountMinor, currency } = attempt;
  if (receipt === undefined) return { events: [], isOver: false };
  const { store, brought } = requireStore(receipt, host);
  const word = await store.prove(brought);
  if (word.outcome === 'pending') return { events: [], isOver: false };
  if (word.outcome === 'refused') return { events: [], isOver: true };
  const transactionId = deriveStoreTransactionId(brought.Store, word.id);
  const known = { attemptId, transactionId, amountMinor, currency, isTest: word.isTest };
  return word.outcome === 'paid'
    ? { events: [{ kind: 'paid', dedupKey: `claim ${transactionId}`, ...known }], isOver: false }
    : {
        events: [{ kind: 'refunded', dedupKey: `read ${transactionId}`, chargeId: transactionId, ...known }],
        isOver: true,
      };
}

function requireStore(
  receipt: string | undefined,
  host: NativeHost,
): { store: StoreClient; brought: SubmittedPurchase } {
  if (receipt === undefined) throw new Error("The purchase's receipt is missing.");
  // Written by `toProvedPurchase` and stored encrypted.
  const brought = JSON.parse(receipt) as SubmittedPurchase;
  const store = createStoreClient(brought.Store, host);
  if (!store) throw new Error(`${brought.Store} is not set up here any more.`);
  return { store, brought };
}

async function parseWebhook(webhook: Webhook, { settings, ...rest }: NativeHost): Promise<ParsedWebhook> {
  const body = parseJson(webhook.body);
  const { AppStore, GooglePlay } = settings;
  if (Value.Check(FromApple, body))
    return AppStore
      ? parseAppStoreWebhook(body.signedPayload, { ...rest, settings: AppStore })
      : buildRefusal('The App Store is not set up here.');
  if (Value.Check(FromGoogle, body))
    return GooglePlay
      ? parseGooglePlayWebhook(body.message.data, webhook, { ...rest, settings: GooglePlay })
      : buildRefusal('Google Play is not set up here.');
  return buildRefusal('It is not a notification from a store that sends them.');
}

const FromApple = Type.Object({ signedPayload: Type.String() });
const FromGoogle = Type.Object({ message: Type.Object({ data: Type.String() }) });
