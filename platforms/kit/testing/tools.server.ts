// What the core would do for a half's own calls, written down.
import { randomUUID } from 'node:crypto';
import type { ProvedPurchase, Tools, Verdict } from '../../port.server.ts';

export interface TestTools extends Tools {
  readonly verdicts: readonly Verdict[];
  readonly claimed: readonly ProvedPurchase[];
}

export function createTestTools(isGranted: (purchase: ProvedPurchase) => boolean = () => true): TestTools {
  const [verdicts, claimed]: [Verdict[], ProvedPurchase[]] = [[], []];
  return {
    verdicts,
    claimed,
    caller: async () => undefined,
    async signIn(verdict) {
      verdicts.push(verdict);
      return { Token: 'token', AccountId: randomUUID() };
    },
    async claim(purchase) {
      claimed.push(purchase);
      return isGranted(purchase) ? 'granted' : 'refused';
    },
  };
}
