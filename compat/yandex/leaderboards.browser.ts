import type { LeaderboardEntry as OwnEntry, LeaderboardPage } from '#bridge/shapes.ts';
import type { Sdk } from '#sdk/sdk.ts';
import type { PageLink } from '../kit/page-link.browser.ts';
import { readPlayer } from '../kit/player.browser.ts';
import { readOptions } from '../kit/read-options.browser.ts';
import type { LeaderboardEntriesData, LeaderboardEntry, YLeaderboards } from './vendor-types.ts';
import { rethrow, YandexError } from './yandex-error.browser.ts';

export function createLeaderboards(sdk: Sdk, page: PageLink['page']): YLeaderboards {
  const describe = (name: string): LeaderboardEntriesData['leaderboard'] => ({
    appID: page.game,
    default: name === page.board,
    description: { invert_sort_order: false, score_format: { options: { decimal_offset: 0 } }, type: 'numberic' },
    name,
    title: { en: name },
  });
  const toEntry = ({ rank, score, name, isYou, friendUid }: OwnEntry): LeaderboardEntry => {
    const you = isYou ? readPlayer(sdk.player.info) : undefined;
    const picture = you?.pictureUrl ?? '';
    return {
      rank,
      score,
      extraData: '',
      formattedScore: String(score),
      player: {
        lang: sdk.locale.current,
        publicName: name,
        scopePermissions: { avatar: you ? 'allow' : 'not_set', public_name: 'allow' },
        uniqueID: isYou ? (sdk.player.info?.fxId.gameUid ?? '') : (friendUid ?? ''),
        getAvatarSrc: () => picture,
        getAvatarSrcSet: () => (picture === '' ? '' : `${picture} 1x`),
      },
    };
  };
  const fetchPage = (name: string, view: 'top' | 'around', limit: number): Promise<LeaderboardPage> =>
    sdk.leaderboards.get(toName(name), { view, limit }).catch(rethrow);

  return {
    getDescription: async (name) => {
      // An unknown leaderboard is an error there too.
      await fetchPage(name, 'top', 1);
      return describe(name);
    },
    getEntries: async (name, options) => {
      const { includeUser, quantityAround, quantityTop } = readOptions(options);
      const top = await fetchPage(name, 'top', toCount(quantityTop, 5));
      const isWanted = includeUser === true && top.you?.rank !== undefined;
      const around = isWanted ? await fetchPage(name, 'around', toCount(quantityAround, 5) * 2 + 1) : undefined;
      const known = new Set(top.entries.map(({ rank, name: player }) => `${rank} ${player}`));
      const more = (around?.entries ?? []).filter(({ rank, name: player }) => !known.has(`${rank} ${player}`));
      return {
        entries: [...top.entries, ...more].map(toEntry),
        leaderboard: describe(name),
        ranges: [top.entries, more]
          .filter(([first]) => first !== undefined)
          .map((entries) => ({ start: (entries[0]?.rank ?? 1) - 1, size: entries.length })),
        userRank: top.you?.rank ?? 0,
      };
    },
    getPlayerEntry: async (name) => {
      const { you, entries } = await fetchPage(name, 'around', 1);
      const entry = entries.find(({ isYou }) => isYou);
      if (you?.rank === undefined || !entry)
        throw new YandexError('The player has no entry.', 'LEADERBOARD_PLAYER_NOT_PRESENT');
      return toEntry(entry);
    },
    // Games pass texts too.
    setScore: async (name: string, score: unknown) => {
      const number = Number(score);
      if (!Number.isFinite(number)) throw new YandexError('The score is not a number.');
      await sdk.leaderboards.submit(toName(name), number).catch(rethrow);
    },
  };
}

function toName(name: unknown): string {
  if (typeof name !== 'string' || name === '') throw new YandexError('The leaderboard has no name.');
  return name;
}

/** As on Yandex, from 1 to 20. */
const toCount = (given: unknown, otherwise: number): number =>
  typeof given === 'number' && given >= 1 ? Math.min(20, Math.floor(given)) : otherwise;
