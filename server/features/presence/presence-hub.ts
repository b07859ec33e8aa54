// The players connected to this node, and their friends' events. Nodes signal changed accounts to each other; each then
// queries which of its players are friends, so that removed or blocked players get nothing. Lost signals are harmless:
// clients refetch.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { sendSignalToNodes, type NodeSignals } from '#server/db/node-signals.ts';
import { achievementUnlockedSignalTopic } from '#server/features/achievements/unlock-achievement.ts';
import { friendsChangedSignalTopic } from '#server/features/friends/friendship.ts';
import { isActiveSessionSql, type Session } from '#server/features/sessions/sessions.ts';
import type { Log } from '#server/http/log.ts';
import type { FriendEvents } from '#model/friend.ts';
import type { Locale } from '#model/locale.ts';
import { createBatchQueue } from './batch-queue.ts';
import {
  recordHeartbeat,
  reapStaleNodes,
  readOnlinePlayers,
  readFriendEventRecipients,
  removePollingPresence,
  writePresences,
  type OnlinePlayer,
} from './presence-rows.ts';
import { readPlayerStatuses, type PlayerStatus } from './read-player-statuses.ts';

export const maxPresenceConnections = 8000;
export const maxPresenceConnectionsPerAccount = 8;

export interface PresenceConnection {
  readonly connectionId: string;
  readonly session: Session;
  readonly locale: Locale;
  readonly game: string | undefined;
  readonly send: <E extends keyof FriendEvents>(event: E, data: FriendEvents[E]) => void;
  /** Sends a comment line, so that proxies don't close the stream. */
  readonly touch: () => void;
  readonly end: () => void;
}

export interface PresenceHub {
  start(): void;
  /** False: this node has reached its maximum. */
  open(connection: PresenceConnection): boolean;
  close(connection: PresenceConnection): void;
  /**
   * Notifies friends that a player came, left or changed games.
   * @param game also notifies them of the status in it
   */
  changed(accountId: string, game?: string): void;
  count(): number;
  stop(): Promise<void>;
}

export interface PresenceHubDeps {
  readonly database: Database;
  readonly signals: NodeSignals;
  readonly log: Log;
  readonly describe: (
    session: Session,
    friendId: string,
    present: OnlinePlayer | undefined,
  ) => Promise<FriendEvents['presence'] | undefined>;
  readonly describeSaid: (
    connection: Pick<PresenceConnection, 'session' | 'locale'>,
    said: PlayerStatus,
  ) => FriendEvents['status'] | undefined;
  readonly readName: (accountId: string, locale: Locale) => Promise<string | undefined>;
}

const topic = 'presence';
// Hides the short gap while a page reloads.
const graceMs = 3000;
const beatMs = 10_000;
const touchMs = 20_000;
const checkMs = 60_000;

export function createPresenceHub(deps: PresenceHubDeps): PresenceHub {
  const { database, signals, log } = deps;
  const { kysely } = database;
  const nodeId = randomUUID();
  const byAccount = new Map<string, Set<PresenceConnection>>();
  const leaving = new Map<string, NodeJS.Timeout>();
  let count = 0;
  const failed = (what: string) => (error: unknown) => log.warn({ err: error }, what);

  const connections = function* (): Generator<PresenceConnection> {
    for (const each of byAccount.values()) yield* each;
  };

  const outgoing = createBatchQueue<{ added?: PresenceConnection; removed?: string; changed: string }>({
    waitMs: 25,
    run: async (items) => {
      const added = items.flatMap((item) => item.added ?? []).map(toRow);
      const removed = items.flatMap((item) => item.removed ?? []);
      if (added.length + removed.length > 0) await writePresences(database, nodeId, { added, removed });
      await publishToNodes(items.map((item) => item.changed));
    },
    onError: failed('Who is here could not be told; friends see it later.'),
  });
  const publishToNodes = async (changed: readonly string[]): Promise<void> => {
    const all = [...new Set(changed)];
    for (let at = 0; at < all.length; at += maxInSignal)
      await sendSignalToNodes(kysely, topic, all.slice(at, at + maxInSignal).join(','));
  };

  const incoming = createBatchQueue<string>({
    waitMs: 5,
    run: async (items) => {
      if (count === 0) return;
      const changes = [...new Set(items)].map((item) => item.split(' ') as [string, string?]);
      const ids = [...new Set(changes.map(([accountId]) => accountId))];
      const watched = (await readFriendEventRecipients(kysely, ids)).filter(({ watcher }) => byAccount.has(watcher));
      if (watched.length === 0) return;
      const friends = new Set(watched.map(({ friend }) => friend));
      const present = await readOnlinePlayers(kysely, [...friends]);
      const said = await readPlayerStatuses(
        kysely,
        changes.flatMap(([accountId, game]) =>
          game !== undefined && friends.has(accountId) ? { accountId, game } : [],
        ),
      );
      for (const { watcher, friend } of watched)
        for (const connection of byAccount.get(watcher) ?? []) {
          const event = await deps.describe(connection.session, friend, present.get(friend));
          if (event) connection.send('presence', event);
          for (const each of said) {
            const status = each.friend_account_id === friend && deps.describeSaid(connection, each);
            if (status) connection.send('status', status);
          }
        }
    },
    onError: failed('What friends do could not be told to those who are here.'),
  });

  const tellChanged = async (payload: string): Promise<void> => {
    const [accountId = '', newFriendId] = payload.split(' ');
    const own = byAccount.get(accountId);
    if (!own) return;
    const present = newFriendId === undefined ? undefined : await readOnlinePlayers(kysely, [newFriendId]);
    for (const connection of own) {
      // Game sessions don't see friends' names.
      const name =
        newFriendId !== undefined && connection.session.game === undefined
          ? await deps.readName(newFriendId, connection.locale)
          : undefined;
      connection.send('changed', { ...(name !== undefined && { NewFriend: name }) });
      // The new friend may have been online before.
      const event = newFriendId && (await deps.describe(connection.session, newFriendId, present?.get(newFriendId)));
      if (event) connection.send('presence', event);
    }
  };

  /** Signed-out players go offline without the grace period. */
  const signedOut = new WeakSet<PresenceConnection>();
  const endWhere = (isOver: (session: Session) => boolean): void => {
    for (const connection of connections()) {
      if (!isOver(connection.session)) continue;
      signedOut.add(connection);
      connection.end();
    }
  };
  const forget = (ended: Parameters<typeof removePollingPresence>[1]): void => {
    removePollingPresence(kysely, ended)
      .then((accounts) => accounts.forEach((accountId) => outgoing.add({ changed: accountId })))
      .catch(failed('Signed-out players could not be disconnected.'));
  };
  /** Signals may be missed, and sessions expire. */
  const checkSessions = async (): Promise<void> => {
    const held = [...connections()].map(({ session }) => session.sessionId);
    if (held.length === 0) return;
    const { rows } = await sql<{ session_id: string }>`
      select session_id from sessions where session_id = any(${held}::uuid[]) and ${isActiveSessionSql}`.execute(
      kysely,
    );
    const alive = new Set(rows.map(({ session_id }) => session_id));
    const asked = new Set(held);
    endWhere(({ sessionId }) => asked.has(sessionId) && !alive.has(sessionId));
  };
  const sendHeartbeat = async (): Promise<void> => {
    if (count > 0 && !(await recordHeartbeat(kysely, nodeId)))
      await writePresences(database, nodeId, { added: [...connections()].map(toRow), removed: [] });
    await publishToNodes(await reapStaleNodes(kysely));
  };

  signals.on(topic, (payload) => payload.split(',').forEach((item) => incoming.add(item)));
  signals.on(friendsChangedSignalTopic, (payload) => {
    tellChanged(payload).catch(failed('A change of friends could not be told.'));
  });
  signals.on(achievementUnlockedSignalTopic, (payload) => {
    const [accountId = '', Game = '', Code = ''] = payload.split(' ');
    for (const connection of byAccount.get(accountId) ?? [])
      if (connection.game === Game) connection.send('achievement', { Game, Code });
  });
  signals.on('session-ended', (sessionId) => {
    endWhere((session) => session.sessionId === sessionId);
    forget({ sessionId });
  });
  signals.on('account-sessions-ended', (payload) => {
    const [accountId = '', except] = payload.split(' ');
    endWhere((session) => session.accountId === accountId && session.sessionId !== except);
    forget({ accountId, ...(except !== undefined && { except }) });
  });
  const startTimers = (): NodeJS.Timeout[] => [
    setInterval(() => void sendHeartbeat().catch(failed('This node could not say that it lives.')), beatMs),
    setInterval(() => void checkSessions().catch(failed('Sessions could not be looked at.')), checkMs),
    setInterval(() => {
      for (const connection of connections()) connection.touch();
    }, touchMs),
  ];
  let timers: readonly NodeJS.Timeout[] = [];

  return {
    start: () => {
      timers = startTimers().map((timer) => timer.unref());
    },
    open: (connection) => {
      const { accountId } = connection.session;
      if (count >= maxPresenceConnections) return false;
      const own = byAccount.get(accountId) ?? new Set();
      byAccount.set(accountId, own.add(connection));
      count += 1;
      outgoing.add({ added: connection, changed: accountId });
      // Closes the oldest connection above the limit.
      const [oldest] = own;
      if (own.size > maxPresenceConnectionsPerAccount) {
        oldest?.send('enough', {});
        oldest?.end();
      }
      return true;
    },
    close: (connection) => {
      const { accountId } = connection.session;
      const own = byAccount.get(accountId);
      if (!own?.delete(connection)) return;
      count -= 1;
      if (own.size === 0) byAccount.delete(accountId);
      const { connectionId } = connection;
      const leave = (): void => {
        leaving.delete(connectionId);
        outgoing.add({ removed: connectionId, changed: accountId });
      };
      leaving.set(connectionId, setTimeout(leave, signedOut.has(connection) ? 0 : graceMs).unref());
    },
    changed: (accountId, game) => outgoing.add({ changed: game === undefined ? accountId : `${accountId} ${game}` }),
    count: () => count,
    stop: async () => {
      for (const timer of [...timers, ...leaving.values()]) clearTimeout(timer);
      endWhere(() => true);
      await outgoing.stop();
      // The rows stay: clients reconnect to another node within seconds, and other nodes delete the rest.
      await incoming.stop();
    },
  };
}

const toRow = ({ connectionId, session: { accountId }, game }: PresenceConnection) => ({
  connectionId,
  accountId,
  game,
});

// A signal is limited to 8000 bytes of account ids, perhaps with a game.
const maxInSignal = 70;
