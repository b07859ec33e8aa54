import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Locale } from '#model/locale.ts';
import { lazyApiClient } from '#portal/lazy-api.ts';

/** A game's achievements, with the player's progress if one is signed in. Fetched again at every visit. */
export const gameAchievementsQuery = (session: number, locale: Locale, game: string) =>
  queryOptions({
    queryKey: ['achievements', session, game, locale],
    queryFn: () => lazyApiClient.achievements.list({ GameSystemName: game, Locale: locale }),
    staleTime: 0,
  });

/** What the player has unlocked in all games. */
export const shelfQuery = (session: number, locale: Locale) =>
  queryOptions({
    queryKey: ['achievement shelf', session, locale],
    queryFn: () => lazyApiClient.achievements.mine({ Locale: locale }),
    enabled: session > 0,
    staleTime: 0,
  });

export const friendsAchievementsQuery = (session: number, game: string) =>
  queryOptions({
    queryKey: ['friends achievements', session, game],
    queryFn: () => lazyApiClient.achievements.friends({ GameSystemName: game }),
    enabled: session > 0,
    staleTime: 0,
  });

export const achievementSettingsQuery = (session: number) =>
  queryOptions({
    queryKey: ['achievement settings', session],
    queryFn: () => lazyApiClient.achievements.settings({}),
    enabled: session > 0,
  });

export const saveAchievementSettings = (shown: boolean) =>
  lazyApiClient.achievements.settings({ ShownToFriends: shown });

export const showAchievementSettings = (queries: QueryClient, session: number, shown: boolean): void =>
  void queries.setQueryData(achievementSettingsQuery(session).queryKey, { ShownToFriends: shown });
