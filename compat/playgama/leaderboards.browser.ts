import type { LeaderboardPage } from '#bridge/shapes.ts';
import { readPlayer } from '../kit/player.browser.ts';
import { readOptions } from '../kit/read-options.browser.ts';
import { reject, rethrow } from './bridge-error.browser.ts';
import { resolveOptions, type BridgeHost } from './host.browser.ts';
import type { BridgeLeaderboards } from './vendor-types.ts';

export function createLeaderboards({ page, sdk }: BridgeHost): BridgeLeaderboards {
  const isOn = (): boolean => sdk() !== undefined;
  /** First versions pass an object, and games with one leaderboard no name. */
  const read = (given: unknown, score?: unknown): { board: string | undefined; score: number } => {
    if (typeof given === 'string' && given !== '') return { board: given, score: toScore(score) };
    const options = readOptions(resolveOptions(given) as { leaderboardName?: unknown; id?: unknown; score?: unknown });
    const name = options.leaderboardName ?? options.id;
    return { board: typeof name === 'string' ? name : page.board, score: toScore(score ?? options.score) };
  };
  const fetchPage = async (given: unknown, view: 'top' | 'around'): Promise<LeaderboardPage> => {
    const { board } = read(given);
    const opened = sdk();
    if (!opened || board === undefined) return reject('There is no such leaderboard.');
    return opened.leaderboards.get(board, { view, limit: 20 }).catch(rethrow);
  };
  return {
    get type() {
      return isOn() ? 'in_game' : 'not_available';
    },
    get isSupported() {
      return isOn();
    },
    get isNativePopupSupported() {
      return isOn();
    },
    get isMultipleBoardsSupported() {
      return isOn();
    },
    get isSetScoreSupported() {
      return isOn();
    },
    get isGetScoreSupported() {
      return isOn();
    },
    get isGetEntriesSupported() {
      return isOn();
    },
    setScore: async (given, value) => {
      const { board, score } = read(given, value);
      const opened = sdk();
      if (!opened || board === undefined) return reject('There is no such leaderboard.');
      if (!Number.isFinite(score)) return reject('The score is not a number.');
      await opened.leaderboards.submit(board, score).catch(rethrow);
    },
    getScore: async (given) => {
      const { you } = await fetchPage(given, 'around');
      return you?.score ?? reject('The player has no score.');
    },
    getEntries: async (given) => {
      const { entries } = await fetchPage(given, 'top');
      const info = sdk()?.player.info;
      return entries.map(({ rank, score, name, isYou, friendUid }) => ({
        id: isYou ? (info?.fxId.gameUid ?? '') : (friendUid ?? ''),
        name,
        score,
        rank,
        photo: (isYou && readPlayer(info)?.pictureUrl) || null,
      }));
    },
    showNativePopup: async (given) => {
      const opened = sdk();
      if (!opened) return reject('There are no leaderboards.');
      await opened.leaderboards.show(read(given).board).catch(rethrow);
    },
  };
}

const toScore = (value: unknown): number =>
  typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN;
