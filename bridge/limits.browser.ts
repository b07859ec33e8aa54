// How much of the portal's time a game may take. The budgets are of the frame and not of its port: a game that was cut off and
// asks for another port goes on with what is left.
import { createMessageBudget, type Allowance, type MessageBudget } from './message-budget.ts';
import type { DataLimits } from './plain-data.ts';

export interface Limits {
  readonly message: DataLimits;
  readonly all: Allowance;
  /** For the methods that end in a request to a server. */
  readonly server: Allowance;
  /** For those that change what the portal shows. */
  readonly page: Allowance;
  /** Refusals; whoever needs more of them loses the port. */
  readonly refused: Allowance;
  /** Calls that wait for their answers. */
  readonly maxWaiting: number;
}

export const defaultLimits: Limits = {
  message: { maxBytes: 256 * 1024, maxDepth: 32, maxEntries: 5000 },
  all: { burst: 12_000, perSecond: 2000 },
  server: { burst: 100, perSecond: 10 },
  // More often than a screen is drawn it is of no use to anybody.
  page: { burst: 200, perSecond: 100 },
  refused: { burst: 5000, perSecond: 200 },
  // One answer of a server may end them all at once.
  maxWaiting: 500,
};

export type Budgets = Readonly<Record<'all' | 'server' | 'page' | 'refused', MessageBudget>>;

export function createBudgets({ all, server, page, refused }: Limits): Budgets {
  const budget = (allowance: Allowance): MessageBudget => createMessageBudget(allowance, () => performance.now());
  return { all: budget(all), server: budget(server), page: budget(page), refused: budget(refused) };
}
