// Which events of play are wanted. The same function decides in the portal, before an event is sent, and on the server,
// before it is kept. Filters come from configuration and parameters from games: nothing here can take long or throw.
import { compilePattern } from './pattern.ts';

export interface EventFilterRule {
  readonly Code: string;
  readonly Filter1?: string;
  readonly Filter2?: string;
  readonly Filter3?: string;
}

export interface FilteredEvent {
  readonly eventCode: string;
  readonly p1?: string | undefined;
  readonly p2?: string | undefined;
  readonly p3?: string | undefined;
}

export type EventFilter = (event: FilteredEvent) => boolean;

/** No parameter of an event is longer; a longer one matches no filter that is set. */
export const maxParameter = 256;

/** Whether one of the rules lets an event through; without rules every event passes. Expressions are compiled once. */
export function createEventFilter(rules: readonly EventFilterRule[]): EventFilter {
  if (rules.length === 0) return () => true;
  const matchers = rules.map(createRuleMatcher);
  return (event) => matchers.some((matches) => matches(event));
}

/** Whether a single rule lets an event through. */
export function createRuleMatcher({ Code, Filter1, Filter2, Filter3 }: EventFilterRule): EventFilter {
  const [first, second, third] = [createMatcher(Filter1), createMatcher(Filter2), createMatcher(Filter3)];
  return ({ eventCode, p1, p2, p3 }) => eventCode === Code && first(p1) && second(p2) && third(p3);
}

type Matcher = (parameter: string | undefined) => boolean;

/** What a single filter lets through; the expression in it is compiled once. */
export function createMatcher(filter: string | undefined): Matcher {
  if (filter === undefined || filter === '') return () => true;
  const matches = isExpression(filter)
    ? compilePattern(filter.slice(1, -1))
    : (parameter: string): boolean => parameter === filter;
  // A parameter that is missing has nothing that could match.
  return (parameter) => parameter !== undefined && parameter.length <= maxParameter && matches(parameter);
}

const isExpression = (filter: string): boolean => filter.length >= 2 && filter.startsWith('/') && filter.endsWith('/');
