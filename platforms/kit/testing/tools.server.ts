// Records what an adapter's API calls request from the core.
import { randomUUID } from 'node:crypto';
import type { Gift, ProvedPurchase, PlatformTools, VerifyLoginResult } from '../../port.server.ts';

export interface TestTools extends PlatformTools {
  readonly wrongReceipts: readonly string[];
  readonly verdicts: readonly VerifyLoginResult[];
  readonly claimed: readonly ProvedPurchase[];
  readonly gifts: readonly Gift[];
}

export function createTestTools(isGranted: (purchase: ProvedPurchase) => boolean = () => true): TestTools {
  const [verdicts, claimed, gifts]: [VerifyLoginResult[], ProvedPurchase[], Gift[]] = [[], [], []];
  const wrongReceipts: string[] = [];
  return {
    wrongReceipts,
    checkWrongReceiptLimit: async () => undefined,
    countWrongReceipt: async (receipt) => void wrongReceipts.push(receipt),
    verdicts,
    claimed,
    gifts,
    caller: async () => undefined,
    async signIn(verdict) {
      verdicts.push(verdict);
      return { Token: 'token', AccountId: randomUUID() };
    },
    async claim(purchase) {
      claimed.push(purchase);
      if (!isGranted(purchase)) return { outcome: 'refused', reason: 'mismatch' };
      const { isPending = false, orderId = randomUUID() } = purchase;
      return { outcome: isPending ? 'pending' : 'granted', orderId };
    },
    findGrantedOrder: async (transactionId) =>
      claimed.find((purchase) => purchase.transactionId === transactionId && isGranted(purchase))?.orderId,
    async grantGift(gift) {
      gifts.push(gift);
      const { key, sku } = gift;
      return isGranted({ transactionId: key, sku, isTest: false })
        ? { outcome: 'given', transactionId: key }
        : { outcome: 'refused' };
    },
  };
}
