// All games in this node's memory. Triggers signal the name of each game that changes (migration 0071); the next reader
// waits until the node has read it again. While signals are interrupted, all games are read again every few seconds.
import { isDatabaseUnavailable, type Database } from '#server/db/database.ts';
import type { Log } from '#server/db/log.ts';
import type { NodeSignals } from '#server/db/node-signals.ts';
import { maxOutageMs, type OutageMemory } from '#server/db/outage-memory.ts';
import type { WaitForOwnWrites } from '#server/db/own-writes.ts';
import { readCatalogueGames, type CatalogueGame } from './read-catalogue-games.ts';

export interface GameCatalogue {
  /** The games as of now. `byName` follows later changes. */
  read(): Promise<CatalogueGames>;
  /** Called before the games change, with a game as it was and as it will be. */
  onChange(listener: (before: CatalogueGame | undefined, after: CatalogueGame | undefined) => void): void;
}

export interface CatalogueGames {
  readonly byName: ReadonlyMap<string, CatalogueGame>;
  /** In the portal's order. */
  readonly published: readonly CatalogueGame[];
  readonly hidden: readonly CatalogueGame[];
  /** Changes with each change of a game. */
  readonly version: number;
}

export interface GameCatalogueDeps {
  readonly database: Pick<Database, 'kysely'>;
  readonly signals: Pick<NodeSignals, 'on' | 'onLost' | 'connected'>;
  readonly waitForOwnWrites: WaitForOwnWrites;
  readonly outage: OutageMemory;
  readonly log: Log;
  readonly nowMs: () => number;
}

/** How old the games may be while signals are interrupted. */
const maxUnsignalledMs = 2000;

export function createGameCatalogue({
  database,
  signals,
  waitForOwnWrites,
  outage,
  log,
  nowMs,
}: GameCatalogueDeps): GameCatalogue {
  const games = new Map<string, CatalogueGame>();
  const listeners: Parameters<GameCatalogue['onChange']>[0][] = [];
  const changed = new Set<string>();
  let version = 0;
  let isLoaded = false;
  /** Signals may have been missed. */
  let isIncomplete = true;
  let loadedAtMs = -Infinity;
  let staleSinceMs: number | undefined;
  let refreshing: Promise<void> | undefined;

  const markStale = (): void => {
    staleSinceMs ??= nowMs();
  };
  signals.on('game', (game) => {
    markStale();
    if (game === '') isIncomplete = true;
    else changed.add(game);
  });
  signals.onLost(() => {
    markStale();
    isIncomplete = true;
  });

  const isFresh = (): boolean => {
    if (!isLoaded || changed.size > 0) return false;
    if (!isIncomplete) return true;
    return !signals.connected() && nowMs() - loadedAtMs < maxUnsignalledMs;
  };

  const replace = (name: string, after: CatalogueGame | undefined): void => {
    const before = games.get(name);
    if (!before && !after) return;
    for (const listener of listeners) listener(before, after);
    if (after) games.set(name, after);
    else games.delete(name);
    version += 1;
  };

  const readChanged = async (wanted: readonly string[] | undefined): Promise<void> => {
    const gone = new Set(wanted ?? games.keys());
    for await (const rows of readCatalogueGames(database.kysely, wanted))
      for (const row of rows) {
        gone.delete(row.game);
        replace(row.game, row);
      }
    for (const game of gone) replace(game, undefined);
  };

  const refresh = async (): Promise<void> => {
    const isWhole = isIncomplete;
    const wanted = [...changed];
    const startedAtMs = nowMs();
    markStale();
    changed.clear();
    // Signals that arrive from now on count as new; without a connection some may be missed.
    isIncomplete &&= !signals.connected();
    try {
      await readChanged(isWhole ? undefined : wanted);
      if (isWhole) loadedAtMs = startedAtMs;
      isLoaded = true;
      outage.reportSuccess();
      if (isFresh()) staleSinceMs = undefined;
    } catch (error) {
      isIncomplete ||= isWhole;
      for (const game of wanted) changed.add(game);
      throw error;
    }
  };

  const join = (): Promise<void> =>
    (refreshing ??= refresh().finally(() => {
      refreshing = undefined;
    }));

  const waitUntilFresh = async (): Promise<void> => {
    await waitForOwnWrites();
    // It may have begun before the last signal.
    if (refreshing) await refreshing.catch(() => undefined);
    if (!isFresh()) await join();
  };

  const mayServeStale = (): boolean => isLoaded && staleSinceMs !== undefined && nowMs() - staleSinceMs < maxOutageMs;

  let view: CatalogueGames = { byName: games, published: [], hidden: [], version };
  const show = (): CatalogueGames => {
    if (view.version === version) return view;
    const ordered = [...games.values()].toSorted(comparePlaces);
    const [published, hidden] = [true, false].map((is) => ordered.filter((each) => each.published === is));
    view = { byName: games, published: published ?? [], hidden: hidden ?? [], version };
    return view;
  };

  return {
    read: async () => {
      if (!waitForOwnWrites() && !refreshing && isFresh()) return show();
      if (mayServeStale() && outage.isDown()) return show();
      try {
        await waitUntilFresh();
      } catch (error) {
        if (!mayServeStale() || !isDatabaseUnavailable(error)) throw error;
        outage.reportFailure();
        log.warn({ err: error }, 'Reading changed games failed; the last known ones are used.');
      }
      return show();
    },
    onChange: (listener) => void listeners.push(listener),
  };
}

/** The portal's order. */
export const comparePlaces = (a: CatalogueGame, b: CatalogueGame): number =>
  a.position - b.position || compareCodeUnits(a.game, b.game);

/** As the embedded database compares texts, so that all nodes agree whatever the database's settings are. */
export const compareCodeUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
