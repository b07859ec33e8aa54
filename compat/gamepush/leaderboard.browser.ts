// Leaderboards by a field have the field's name; that by `score` is the game's first one. Those with a tag have the tag.
import type { LeaderboardEntry } from '#bridge/shapes.ts';
import { createForeignEmitter } from '../kit/emitter.browser.ts';
import { readPlayer } from '../kit/player.browser.ts';
import { readOptions } from '../kit/read-options.browser.ts';
import { reject, rethrow } from './gamepush-error.browser.ts';
import { readTag, type GamePushHost } from './host.browser.ts';
import type { GamePushLeaderboard, LeaderboardResult, RankedPlayer } from './vendor-types.ts';

interface Query {
  readonly orderBy?: unknown;
  readonly limit?: unknown;
  readonly record?: unknown;
}

export function createLeaderboard({ page, sdk, isOn }: GamePushHost): GamePushLeaderboard {
  const { emit, ...events } = createForeignEmitter();
  const readField = (options: unknown): string => {
    const { orderBy } = readOptions(options as Query);
    const [field] = Array.isArray(orderBy) ? (orderBy as unknown[]) : [];
    return typeof field === 'string' && field !== '' ? field : 'score';
  };
  const findBoard = (options: unknown): string | undefined => {
    const field = readField(options);
    return field === 'score' ? page.board : field;
  };
  const findScoped = (options: unknown): string | undefined => readTag(options) || page.board;

  const toPlayer = ({ rank, score, name, isYou, friendUid }: LeaderboardEntry, field: string): RankedPlayer => {
    const info = sdk.player.info;
    return {
      id: isYou ? (info?.fxId.gameUid ?? '') : (friendUid ?? ''),
      name,
      avatar: isYou ? (readPlayer(info)?.pictureUrl ?? '') : '',
      position: rank,
      score,
      [field]: score,
    };
  };
  const load = async (board: string | undefined, options: unknown): Promise<LeaderboardResult> => {
    if (!isOn || board === undefined) return reject('There is no such leaderboard.');
    const field = readField(options);
    const { limit } = readOptions(options as Query);
    const count = typeof limit === 'number' && limit >= 1 ? Math.min(100, Math.floor(limit)) : 10;
    const [top, around] = await Promise.all([
      sdk.leaderboards.get(board, { view: 'top', limit: count }),
      sdk.leaderboards.get(board, { view: 'around', limit: 11 }),
    ]).catch(rethrow);
    const players = top.entries.map((entry) => toPlayer(entry, field));
    const near = around.entries.map((entry) => toPlayer(entry, field));
    const own = around.entries.findIndex(({ isYou }) => isYou);
    return {
      players,
      topPlayers: players,
      abovePlayers: own < 0 ? [] : near.slice(0, own),
      belowPlayers: own < 0 ? [] : near.slice(own + 1),
      fields: [],
      player: near[own] ?? null,
    };
  };
  const loadRating = async (board: string | undefined, options: unknown): Promise<LeaderboardResult> => {
    const result = await load(board, options);
    return result.player ? result : reject('The player has no entry.');
  };
  const open = async (board: string | undefined): Promise<void> => {
    if (!isOn) return reject('There are no leaderboards.');
    emit('open');
    await sdk.leaderboards
      .show(board)
      .catch(rethrow)
      .finally(() => emit('close'));
  };

  return {
    ...events,
    open: (options) => open(findBoard(options)),
    openScoped: (options) => open(findScoped(options)),
    fetch: (options) => load(findBoard(options), options),
    fetchScoped: (options) => load(findScoped(options), options),
    fetchPlayerRating: (options) => loadRating(findBoard(options), options),
    fetchPlayerRatingScoped: (options) => loadRating(findScoped(options), options),
    publishRecord: async (options) => {
      const board = findScoped(options);
      const { record } = readOptions(options as Query);
      const score = Object.values(readOptions(record as object)).find((value) => Number.isFinite(value));
      if (!isOn || board === undefined || score === undefined) return { success: false, error: 'empty_record' };
      return sdk.leaderboards.submit(board, Number(score)).then(
        () => ({ success: true }),
        (error: unknown) => ({ success: false, error: String(error) }),
      );
    },
  };
}
