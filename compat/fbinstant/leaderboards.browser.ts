import type { LeaderboardEntry } from '#bridge/shapes.ts';
import type { Sdk } from '#sdk/sdk.ts';
import { readAnyPlayer } from '../kit/player.browser.ts';
import { InstantError } from './instant-error.browser.ts';
import type { Session } from './session.browser.ts';
import type { InstantErrorCode } from './vendor-types.ts';

type View = 'top' | 'around' | 'friends';

export function createLeaderboards({ attempt }: Pick<Session, 'attempt'>) {
  const fetchPage = (sdk: Sdk, board: string, view: View, limit: number) =>
    sdk.leaderboards.get(board, { view, limit });
  const fetchEntries = (board: string, view: View, count: unknown, offset: unknown) =>
    attempt(async (sdk) => {
      const first = toCount(offset, 0);
      const last = Math.min(maxEntries, first + Math.max(1, toCount(count, 10)));
      const { entries } = await fetchPage(sdk, board, view, last);
      return entries.slice(first, last).map((entry) => describeEntry(sdk, entry));
    }, codes);
  const findOwn = async (sdk: Sdk, board: string): Promise<FBInstant.LeaderboardEntry | null> => {
    const { entries } = await fetchPage(sdk, board, 'around', 1);
    const own = entries.find(({ isYou }) => isYou);
    return own ? describeEntry(sdk, own) : null;
  };

  return {
    getLeaderboardAsync: (name: string): Promise<FBInstant.Leaderboard> =>
      attempt(async (sdk) => {
        if (typeof name !== 'string' || name === '') throw new InstantError('INVALID_PARAM', 'The name is missing.');
        // Games append the id of the context, which is null here.
        const board = name.replace(/\.null$/, '');
        await fetchPage(sdk, board, 'top', 1);
        return {
          getName: () => name,
          getContextID: () => null,
          getEntryCountAsync: () => attempt(async () => (await fetchPage(sdk, board, 'top', 1)).total, codes),
          // Games pass texts too.
          setScoreAsync: (score: unknown) =>
            attempt(async () => {
              const number = Number(score);
              if (!Number.isSafeInteger(number)) throw new InstantError('INVALID_PARAM', 'The score is no integer.');
              const standing = await sdk.leaderboards.submit(board, number);
              const { rank = 0 } = standing;
              return (
                (await findOwn(sdk, board)) ??
                describeEntry(sdk, { rank, score: standing.score, name: '', isYou: true })
              );
            }),
          getPlayerEntryAsync: () => attempt(() => findOwn(sdk, board), codes),
          getEntriesAsync: (count, offset) => fetchEntries(board, 'top', count, offset),
          getConnectedPlayerEntriesAsync: (count, offset) => fetchEntries(board, 'friends', count, offset),
        };
      }, codes),
  };
}

/** The portal's limit. */
const maxEntries = 50;

/** Only the name can be wrong in a question. */
const codes: Readonly<Record<string, InstantErrorCode>> = { InvalidRequest: 'LEADERBOARD_NOT_FOUND' };

function describeEntry(
  sdk: Sdk,
  { rank, score, name, isYou, friendUid }: LeaderboardEntry,
): FBInstant.LeaderboardEntry {
  const you = isYou ? readAnyPlayer(sdk.player.info) : undefined;
  return {
    getScore: () => score,
    getFormattedScore: () => String(score),
    // The portal's entries have no time and no data of the game.
    getTimestamp: () => 0,
    getExtraData: () => null,
    getRank: () => rank,
    getPlayer: () => ({
      getID: () => you?.id ?? friendUid ?? null,
      getName: () => name || (you?.name ?? ''),
      getPhoto: () => you?.pictureUrl ?? null,
    }),
  };
}

const toCount = (given: unknown, otherwise: number): number =>
  typeof given === 'number' && given >= 0 ? Math.min(maxEntries, Math.floor(given)) : otherwise;
