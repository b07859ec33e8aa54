// Limits on what a game may send to the portal. The budgets belong to the frame, so a new port does not refill them.
import { createMessageBudget, type MessageRateLimit, type MessageBudget } from './message-budget.ts';
import type { MessageSizeLimits } from './plain-data.ts';

export interface BridgeLimits {
  readonly message: MessageSizeLimits;
  readonly all: MessageRateLimit;
  readonly server: MessageRateLimit;
  readonly page: MessageRateLimit;
  /** Refused messages. A game that exceeds this loses its port. */
  readonly refused: MessageRateLimit;
  readonly maxWaiting: number;
}

export const defaultBridgeLimits: BridgeLimits = {
  message: { maxBytes: 256 * 1024, maxDepth: 32, maxEntries: 5000 },
  all: { burst: 12_000, perSecond: 2000 },
  server: { burst: 100, perSecond: 10 },
  // Updates more frequent than the screen's refresh rate would be invisible.
  page: { burst: 200, perSecond: 100 },
  refused: { burst: 5000, perSecond: 200 },
  // One response of a server may complete all of them at once.
  maxWaiting: 500,
};

export type MessageBudgets = Readonly<Record<'all' | 'server' | 'page' | 'refused', MessageBudget>>;

export function createMessageBudgets({ all, server, page, refused }: BridgeLimits): MessageBudgets {
  const budget = (allowance: MessageRateLimit): MessageBudget =>
    createMessageBudget(allowance, () => performance.now());
  return { all: budget(all), server: budget(server), page: budget(page), refused: budget(refused) };
}
