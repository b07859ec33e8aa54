// Pushes a game's statistics to the tag manager. Games are not trusted: their events can't imitate the portal's, and
// are rate limited.
import { createMessageBudget } from '#bridge/message-budget.ts';
import type { ScalarValues } from '#bridge/shapes.ts';
import type { StatEventDelivery } from './route-stat-event.ts';
import { isAllowedTagKey } from './tag-names.ts';

export type TagData = Readonly<Record<string, ScalarValues[string] | undefined>>;

export interface StatTagPusher {
  push(delivery: Pick<StatEventDelivery, 'name' | 'parameters' | 'isNamedByOperator'>): boolean;
}

export function createStatTagPusher(push: (data: TagData) => void, nowMs: () => number): StatTagPusher {
  const budget = createMessageBudget({ burst: 50, perSecond: 10 }, nowMs);
  // Keys stay in the tag manager's model until they are overwritten.
  let before: readonly string[] = [];
  return {
    push: ({ name, parameters, isNamedByOperator }) => {
      if (!budget.take()) return false;
      const harmless = Object.entries(parameters).filter(isHarmless).slice(0, maxKeys);
      const forgotten = before.map((key) => [key, undefined] as const);
      before = harmless.map(([key]) => key);
      // Only the operator may use the event names of the portal or of e-commerce.
      const event = isNamedByOperator ? name : gameEventName(name);
      push({ ...Object.fromEntries([...forgotten, ...harmless]), event });
      return true;
    },
  };
}

const maxKeys = 30;
const maxValue = 256;
const maxName = 40;

function isHarmless([key, value]: [string, ScalarValues[string]]): boolean {
  if (!isAllowedTagKey(key)) return false;
  return typeof value === 'string' ? value.length <= maxValue : typeof value !== 'number' || Number.isFinite(value);
}

const gameEventName = (name: string): string =>
  `game_${name.toLowerCase().replaceAll(/[^a-z0-9_]/g, '_')}`.slice(0, maxName);
