// Reports the signed-in player as online while the page is visible, and writes friends' presence into the query cache.
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { friendEventsPath, type FriendEvents } from '#model/friend.ts';
import { apiClient, openStream } from '#portal/api.ts';
import { log } from '#portal/log.ts';
import { publishAchievementUnlock } from '#portal/achievement-unlocks.ts';
import { useSessionNumber } from '#portal/session.ts';
import { Notice } from '#portal/ui/Notice.tsx';
import { syncPresence, type PresenceEventName, type PresenceEventHandler } from './sync-presence.ts';
import { presenceKey } from './presence-data.ts';
import { applyPresenceChange } from './apply-presence-change.ts';
import './presence-sync.css';

export function PresenceSync({ game }: { game: string | undefined }) {
  const { t } = useTranslation();
  const session = useSessionNumber();
  const isActive = useIsActive();
  const queries = useQueryClient();
  const [newFriend, setNewFriend] = useState<string>();
  useEffect(() => {
    if (session === 0 || !isActive) return;
    const controller = new AbortController();
    syncPresence(
      {
        open: (signal) => openStream(eventsPath(game), signal),
        poll: () => apiClient.friends.presence(game === undefined ? {} : { Game: game }),
        onEvent: createEventHandler(queries, session, setNewFriend),
        wait: pause,
        random: Math.random,
        warn: (text, error) => log.debug(text, error),
      },
      controller.signal,
    ).catch((error: unknown) => log.warn('Presence updates have stopped.', error));
    return () => controller.abort();
  }, [session, isActive, game, queries]);
  useEffect(() => {
    if (newFriend === undefined) return;
    const timer = setTimeout(() => setNewFriend(undefined), noticeMs);
    return () => clearTimeout(timer);
  }, [newFriend]);
  if (newFriend === undefined) return null;
  return (
    <div className="new-friend">
      <Notice tone="good">{t('social.newFriend', { name: newFriend })}</Notice>
    </div>
  );
}

const noticeMs = 8000;

function createEventHandler(
  queries: QueryClient,
  session: number,
  onNewFriend: (name: string) => void,
): PresenceEventHandler {
  const handlers: { [E in PresenceEventName]: (data: FriendEvents[E]) => void } = {
    here: ({ Friends }) => queries.setQueryData(presenceKey(session), Friends),
    presence: (change) => {
      queries.setQueryData<FriendEvents['here']['Friends']>(presenceKey(session), (before = []) =>
        applyPresenceChange(before, change),
      );
      // A friend's first play adds a new entry to the game's list of friends.
      if (change.Game !== undefined) void queries.invalidateQueries({ queryKey: ['friends', session, change.Game] });
    },
    status: ({ Game }) => {
      void queries.invalidateQueries({ queryKey: ['friends', session, Game] });
      void queries.invalidateQueries({ queryKey: ['friendList', session] });
    },
    changed: ({ NewFriend }) => {
      for (const name of ['friends', 'friendList', 'friendRequests', 'invitations'] as const)
        void queries.invalidateQueries({ queryKey: [name, session] });
      if (NewFriend !== undefined) onNewFriend(NewFriend);
    },
    achievement: publishAchievementUnlock,
  };
  return (event, data) => handlers[event](data);
}

const eventsPath = (game: string | undefined): string =>
  friendEventsPath + (game === undefined ? '' : `?Game=${encodeURIComponent(game)}`);

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });

/** A player is away once the page has been hidden for a minute. */
const awayMs = 60_000;

function useIsActive(): boolean {
  const [isActive, setActive] = useState(true);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const update = (): void => {
      clearTimeout(timer);
      if (document.visibilityState === 'visible') setActive(true);
      else timer = setTimeout(() => setActive(false), awayMs);
    };
    document.addEventListener('visibilitychange', update);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', update);
    };
  }, []);
  return isActive;
}
