import type { Static } from 'typebox';
import type { ListedPlayer as ListedPlayerSchema, PlayerStory, TimelineEntry } from '#contract/console/players.ts';

export type ListedPlayer = Static<typeof ListedPlayerSchema>;
export type Player = Static<typeof PlayerStory>;
export type PlayerEvent = Static<typeof TimelineEntry>;

type FilterName = 'Text' | 'Kind' | 'State' | 'Country' | 'Since';

/** The filter of the address as the call takes it. What is typed and not complete yet doesn't count. */
export function readPlayerFilter({ Text, Kind, State, Country, Since }: Partial<Record<FilterName, string>>) {
  return {
    Text: Text === '' ? undefined : Text,
    IsGuest: Kind === undefined ? undefined : Kind === 'guest',
    IsBlocked: State === undefined ? undefined : State === 'blocked',
    Country: Country !== undefined && /^[A-Z]{3}$/.test(Country) ? Country : undefined,
    CreatedSince: Since !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(Since) ? `${Since}T00:00:00Z` : undefined,
  };
}
