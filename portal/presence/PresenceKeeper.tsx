// Keeps the signed-in player online while the page is visible, and writes friends' presence into the query cache.
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { friendEventsPath, type FriendEvents } from '#model/friend.ts';
import { apiClient, openStream } from '#portal/api.ts';
import { log } from '#portal/log.ts';
import { useSessionNumber } from '#portal/session.ts';
import { Notice } from '#portal/ui/Notice.tsx';
import { keepPresence, type PresenceEventName, type PresenceEventHandler } from './keep-presence.ts';
import { presenceKey } from './presence-data.ts';
import { applyPresenceChange } from './apply-presence-change.ts';
import './presence-keeper.css';

export function PresenceKeeper({ game }: { game: string | undefined }) {
  const { t } = useTranslation();
  const session = useSessionNumber();
  const isSeen = useSeen();
  const queries = useQueryClient();
  const [newFriend, setNewFriend] = useState<string>();
  useEffect(() => {
    if (session === 0 || !isSeen) return;
    const over = new AbortController();
    const take = takeInto(queries, session, setNewFriend);
    keepPresence(
      {
        open: (signal) => openStream(eventsOf(game), signal),
        ask: () => apiClient.friends.presence(game === undefined ? {} : { Game: game }),
        take,
        wait: pause,
        random: Math.random,
        note: (text, error) => log.debug(text, error),
      },
      over.signal,
    ).catch((error: unknown) => log.warn('The presence of friends could not be read.', error));
    return () => over.abort();
  }, [session, isSeen, game, queries]);
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

function takeInto(queries: QueryClient, session: number, tellNewFriend: (name: string) => void): PresenceEventHandler {
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
      if (NewFriend !== undefined) tellNewFriend(NewFriend);
    },
  };
  return (event, data) => handlers[event](data);
}

const eventsOf = (game: string | undefined): string =>
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

/** A player who looks at something else for a minute is away. */
const awayMs = 60_000;

function useSeen(): boolean {
  const [isSeen, setSeen] = useState(true);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const update = (): void => {
      clearTimeout(timer);
      if (document.visibilityState === 'visible') setSeen(true);
      else timer = setTimeout(() => setSeen(false), awayMs);
    };
    document.addEventListener('visibilitychange', update);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', update);
    };
  }, []);
  return isSeen;
}
