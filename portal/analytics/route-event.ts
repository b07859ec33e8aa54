// Where an event of a game goes, and as what. Of the sections that match it, the first that names a receiver counts for that
// receiver, so nobody gets an event twice. Without sections the portal's own statistics get everything.
import type { Scalars } from '#bridge/shapes.ts';
import type { AnalyticsConfig } from '#model/game.ts';
import type { Matches } from './load-matches.ts';

export interface StatEvent {
  readonly name: string;
  readonly parameters: Scalars;
}

export interface Delivery extends StatEvent {
  /** `fxidsdk`, `gtag`, or the name of a logger of the platform. */
  readonly to: string;
  /** The name is the operator's word, and not the game's. */
  readonly isNamedByOperator: boolean;
}

export const ownStatistics = 'fxidsdk';
export const tagManager = 'gtag';

export function routeEvent(config: AnalyticsConfig | undefined, event: StatEvent, matches: Matches): Delivery[] {
  const deliveries = new Map<string, Delivery>();
  for (const { Matcher, SendTo, Mapper } of sectionsOf(config)) {
    if (!matches(Matcher, event.name)) continue;
    for (const to of SendTo) if (!deliveries.has(to)) deliveries.set(to, { to, ...mapEvent(event, Mapper) });
  }
  return [...deliveries.values()];
}

type Section = AnalyticsConfig['Sections'][number];

function sectionsOf(config: AnalyticsConfig | undefined): readonly Section[] {
  const sections = config?.Sections.length ? config.Sections : [{ Matcher: '', SendTo: [ownStatistics] }];
  // Last, so that a section can say what the tag manager gets instead.
  return config?.SendAllToGtag ? [...sections, { Matcher: '', SendTo: [tagManager] }] : sections;
}

function mapEvent({ name, parameters }: StatEvent, mapper: Section['Mapper']): Omit<Delivery, 'to'> {
  const { Name, Rename = {}, Constants = {} } = mapper ?? {};
  // The names are a game's: none of them may find what every object has.
  const renamed = Object.entries(parameters)
    .map(([own, value]) => [Object.hasOwn(Rename, own) ? (Rename[own] ?? own) : own, value] as const)
    .filter(([given]) => given !== '');
  return {
    name: Name ?? name,
    parameters: Object.fromEntries([...renamed, ...Object.entries(Constants)]),
    isNamedByOperator: Name !== undefined,
  };
}
