// Records what an adapter's API calls request from the core.
import { randomUUID } from 'node:crypto';
import type { Gift, ProvedPurchase, Tools, Verdict } from '../../port.server.ts';

export interface TestTools extends Tools {
  readonly wrongReceipts: readonly string[];
  readonly verdicts: readonly Verdict[];
  readonly claimed: readonly ProvedPurchase[];
  readonly gifts: readonly Gift[];
}

export function createTestTools(isGranted: (purchase: ProvedPurchase) => boolean = () => true): TestTools {
  const [verdicts, claimed, gifts]: [Verdict[], ProvedPurchase[], Gift[]] = [[], [], []];
  const wrongReceipts: string[] = [];
  return {
    wrongReceipts,
    requireFewWrongReceipts: async () => undefined,
    countWrongReceipt: async (receipt) => void wrongReceipts.push(receipt),
    verdicts,
    claimed,
    gifts,
    caller: async () => undefined,
    branches: {
      list: async () => [],
      newest: async () => undefined,
      open: async () => undefined,
      requestDownload: async () => undefined,
      fetchDownload: async () => undefined,
    },
    async signIn(verdict) {
      verdicts.push(verdict);
      return { Token: 'token', AccountId: randomUUID() };
    },
    async claim(purchase) {
      claimed.push(purchase);
      if (!isGranted(purchase)) return { outcome: 'refused', why: 'does not fit' };
      const { isPending = false, orderId = randomUUID() } = purchase;
      return { outcome: isPending ? 'pending' : 'granted', orderId };
    },
    findGranted: async (transactionId) =>
      claimed.find((purchase) => purchase.transactionId === transactionId && isGranted(purchase))?.orderId,
    async give(gift) {
      gifts.push(gift);
      const { key, sku } = gift;
      return isGranted({ transactionId: key, sku, isTest: false })
        ? { outcome: 'given', transactionId: key }
        : { outcome: 'refused' };
    },
  };
}
