// Claims a purchase that a device sent: asks its store and grants it to the calling player, once.
import { Problem } from '#model/problem.ts';
import type { PlatformCallHandlers, PurchaseRefusalReason } from '../port.server.ts';
import type { fxnative } from './platform.ts';
import type { StoreRefusalReason, StoreResult } from './store.server.ts';
import {
  toProvedPurchase,
  deriveStoreTransactionId,
  createStoreClient,
  type SubmittedPurchase,
  type NativeHost,
  type StoreClient,
} from './stores.server.ts';

export const validatePurchase: PlatformCallHandlers<typeof fxnative>['validatePurchase'] = async (
  asked,
  host,
  tools,
) => {
  const store = createStoreClient(asked.Store, host);
  if (!store) throw new Problem('NotConfigured', `${asked.Store} is not set up here.`, { param: asked.Store });
  await tools.checkWrongReceiptLimit();
  const id = store.readId(asked);
  const granted =
    id === undefined ? undefined : await tools.findGrantedOrder(deriveStoreTransactionId(asked.Store, id));
  if (granted !== undefined) return { Success: true, State: 'Granted', PublicOrderId: granted };
  const word = await askStore(store, asked, host);
  const countWrong = () => tools.countWrongReceipt(`${asked.Store} ${asked.Receipt}`);
  if (word.outcome === 'refused') {
    if (notKnown.has(word.why)) await countWrong();
    return refuse(word.why);
  }
  if (word.outcome === 'refunded') return refuse('Refunded');
  const isPending = word.outcome === 'pending';
  const end = await tools.claim({ ...toProvedPurchase(asked, word, asked.PublicOrderId), isPending });
  if (end.outcome === 'refused') {
    // A device may hold another account's purchases, so this counts as a wrong receipt only if the number can be guessed.
    if (word.isGuessable && notTheirs.has(end.reason)) await countWrong();
    return refuse(reasons[end.reason]);
  }
  const { orderId: PublicOrderId } = end;
  return end.outcome === 'pending'
    ? { Success: false, State: 'Pending', PublicOrderId }
    : { Success: true, State: 'Granted', PublicOrderId };
};

/** A store that doesn't respond hasn't rejected the purchase: the device keeps it and sends it again. */
async function askStore(store: StoreClient, brought: SubmittedPurchase, { log }: NativeHost): Promise<StoreResult> {
  try {
    return await store.prove(brought);
  } catch (cause) {
    if (cause instanceof Problem) throw cause;
    log.warn({ err: cause, store: brought.Store }, 'An app store did not respond about a purchase.');
    const detail = `${store.title} does not answer. Keep the purchase, and bring it again in a moment.`;
    throw new Problem('ProviderUnavailable', detail, { cause });
  }
}

const notKnown: ReadonlySet<StoreRefusalReason> = new Set(['Unproved', 'OtherApp', 'OtherProduct']);
const notTheirs: ReadonlySet<PurchaseRefusalReason> = new Set(['taken', 'not-bound', 'mismatch']);

type Refused = Awaited<ReturnType<typeof validatePurchase>>;

const refuse = (Reason: NonNullable<Refused['Reason']>): Refused => ({ Success: false, State: 'Refused', Reason });

const reasons: Readonly<Record<PurchaseRefusalReason, NonNullable<Refused['Reason']>>> = {
  taken: 'OtherAccount',
  'not-bound': 'NoOrder',
  mismatch: 'OtherOrder',
  'test-money': 'Sandbox',
  'not-sold': 'NotSold',
  'price-mismatch': 'NotSold',
};
