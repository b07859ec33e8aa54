// Decides whether a section of a game's analytics configuration matches an event name. The regular expression engine is
// large, so it is loaded only if needed.
import type { AnalyticsConfig } from '#model/game.ts';

export type EventNameMatcher = (matcher: string, name: string) => boolean;

export const matchEventNameExactly: EventNameMatcher = (matcher, name) =>
  matcher === '' || (matcher === name && !mayBeExpression(matcher));

export async function loadEventNameMatcher(config: AnalyticsConfig | undefined): Promise<EventNameMatcher> {
  const matchers = (config?.Sections ?? []).map(({ Matcher }) => Matcher);
  if (!matchers.some(mayBeExpression)) return matchEventNameExactly;
  const { createParameterMatcher } = await import('#model/event-filter.ts');
  const compiled = new Map(matchers.map((matcher) => [matcher, createParameterMatcher(matcher)]));
  return (matcher, name) => compiled.get(matcher)?.(name) ?? matchEventNameExactly(matcher, name);
}

const mayBeExpression = (matcher: string): boolean => matcher.startsWith('/');
