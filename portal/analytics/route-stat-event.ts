// Decides where a game's event is sent, and under which name. For each receiver the first matching section applies, so
// that it gets an event only once.
import type { ScalarValues } from '#bridge/shapes.ts';
import type { AnalyticsConfig } from '#model/game.ts';
import type { EventNameMatcher } from './load-event-name-matcher.ts';

export interface StatEvent {
  readonly name: string;
  readonly parameters: ScalarValues;
}

export interface StatEventDelivery extends StatEvent {
  readonly to: string;
  /** The operator chose the name, not the game, so the tag manager gets it without the prefix of games' events. */
  readonly isNamedByOperator: boolean;
}

export const portalAnalyticsTarget = 'fxidsdk';
export const tagManagerTarget = 'gtag';

export function routeStatEvent(
  config: AnalyticsConfig | undefined,
  event: StatEvent,
  matches: EventNameMatcher,
): StatEventDelivery[] {
  const deliveries = new Map<string, StatEventDelivery>();
  for (const { Matcher, SendTo, Mapper } of sectionsOf(config)) {
    if (!matches(Matcher, event.name)) continue;
    for (const to of SendTo) if (!deliveries.has(to)) deliveries.set(to, { to, ...mapEvent(event, Mapper) });
  }
  return [...deliveries.values()];
}

type Section = AnalyticsConfig['Sections'][number];

function sectionsOf(config: AnalyticsConfig | undefined): readonly Section[] {
  const sections = config?.Sections.length ? config.Sections : [{ Matcher: '', SendTo: [portalAnalyticsTarget] }];
  // Last, so that a section can override what the tag manager gets.
  return config?.SendAllToGtag ? [...sections, { Matcher: '', SendTo: [tagManagerTarget] }] : sections;
}

function mapEvent({ name, parameters }: StatEvent, mapper: Section['Mapper']): Omit<StatEventDelivery, 'to'> {
  const { Name, Rename = {}, Constants = {} } = mapper ?? {};
  // The game chooses the names, so `hasOwn` keeps inherited properties out.
  const renamed = Object.entries(parameters)
    .map(([own, value]) => [Object.hasOwn(Rename, own) ? (Rename[own] ?? own) : own, value] as const)
    .filter(([given]) => given !== '');
  return {
    name: Name ?? name,
    parameters: Object.fromEntries([...renamed, ...Object.entries(Constants)]),
    isNamedByOperator: Name !== undefined,
  };
}
