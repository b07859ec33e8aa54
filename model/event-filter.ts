// Decides which in-game events are accepted, in the portal and again on the server. Filters and parameters are
// untrusted, so no input may make this slow or make it throw.
import { compilePattern } from './pattern.ts';

export interface EventFilterRule {
  readonly Code: string;
  readonly Filter1?: string;
  readonly Filter2?: string;
  readonly Filter3?: string;
}

export interface FilterableEvent {
  readonly eventCode: string;
  readonly p1?: string | undefined;
  readonly p2?: string | undefined;
  readonly p3?: string | undefined;
}

export type EventFilter = (event: FilterableEvent) => boolean;

/** The maximum length of an event parameter. A longer one matches no filter except the empty one. */
export const maxEventParameterLength = 256;

/** Accepts an event if any rule matches, or if there are no rules. */
export function createEventFilter(rules: readonly EventFilterRule[]): EventFilter {
  if (rules.length === 0) return () => true;
  const matchers = rules.map(createEventRuleMatcher);
  return (event) => matchers.some((matches) => matches(event));
}

export function createEventRuleMatcher({ Code, Filter1, Filter2, Filter3 }: EventFilterRule): EventFilter {
  const [first, second, third] = [
    createParameterMatcher(Filter1),
    createParameterMatcher(Filter2),
    createParameterMatcher(Filter3),
  ];
  return ({ eventCode, p1, p2, p3 }) => eventCode === Code && first(p1) && second(p2) && third(p3);
}

type Matcher = (parameter: string | undefined) => boolean;

export function createParameterMatcher(filter: string | undefined): Matcher {
  if (filter === undefined || filter === '') return () => true;
  const matches = isExpression(filter)
    ? compilePattern(filter.slice(1, -1))
    : (parameter: string): boolean => parameter === filter;
  // A missing parameter matches only the empty filter.
  return (parameter) => parameter !== undefined && parameter.length <= maxEventParameterLength && matches(parameter);
}

const isExpression = (filter: string): boolean => filter.length >= 2 && filter.startsWith('/') && filter.endsWith('/');
