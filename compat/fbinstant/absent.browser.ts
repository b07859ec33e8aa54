// What the portal lacks, answered as the vendor answers where it is unavailable.
import { InstantError } from './instant-error.browser.ts';
import type { InstantErrorCode, InstantGames } from './vendor-types.ts';

const rejectWith = (code: InstantErrorCode, message: string) => (): Promise<never> =>
  Promise.reject(new InstantError(code, message));

export const rejectUnsupported = rejectWith('CLIENT_UNSUPPORTED_OPERATION', 'Not available here.');
const rejectTournament = rejectWith('TOURNAMENT_NOT_FOUND', 'There are no tournaments here.');
const rejectMatch = rejectWith('LIVE_MATCH_NOT_FOUND', 'There are no rooms here.');
/** What the vendor answers if the player plays alone. */
const rejectSolo = rejectWith('INVALID_OPERATION', 'The player is in no context.');
const nothing = (): void => undefined;

export const absent = {
  updateAsync: rejectSolo,
  switchGameAsync: rejectUnsupported,
  matchPlayerAsync: rejectUnsupported,
  checkCanPlayerMatchAsync: async () => false,
  canCreateShortcutAsync: async () => false,
  createShortcutAsync: rejectUnsupported,
  canSwitchNativeGameAsync: async () => false,
  switchNativeGameAsync: rejectUnsupported,
  registerScreenshotProvider: nothing,
  setSessionData: nothing,
  getTournamentAsync: rejectTournament,
  tournament: {
    createAsync: rejectUnsupported,
    getTournamentsAsync: async () => [],
    joinAsync: rejectTournament,
    postScoreAsync: rejectTournament,
    shareAsync: rejectTournament,
  },
  // The vendor has ended them as well.
  globalLeaderboards: {
    getScoreAsync: rejectUnsupported,
    getTopEntriesAsync: rejectUnsupported,
    getTopFriendEntriesAsync: rejectUnsupported,
    setScoreAsync: rejectUnsupported,
  },
  graphApi: { requestAsync: rejectUnsupported },
  room: {
    clearCameraEffectAsync: rejectUnsupported,
    getCurrentMatchAsync: rejectMatch,
    loadCameraEffectAsync: rejectUnsupported,
  },
  squads: {
    canUseSquadsAsync: async () => false,
    createAsync: rejectUnsupported,
    getAsync: rejectUnsupported,
    getPlayerSquadsAsync: async () => [],
  },
  overlayViews: {
    createOverlayViewAsync: rejectUnsupported,
    createOverlayViewWithXMLStringAsync: rejectUnsupported,
    createProfilePictureOverlayViewAsync: rejectUnsupported,
    setCustomEventHandler: nothing,
  },
} satisfies Partial<InstantGames>;

/** The player is never in a group of players. */
export const createSoloContext = (isConnected: () => boolean): InstantGames['context'] => ({
  getID: () => null,
  getType: () => 'SOLO',
  isSizeBetween: (minSize, maxSize) => {
    if (!isConnected()) return null;
    const answer = (minSize ?? 1) <= 1 && (maxSize ?? 1) >= 1;
    return {
      answer,
      ...(minSize !== undefined && { minSize }),
      ...(maxSize !== undefined && { maxSize }),
    };
  },
  switchAsync: rejectUnsupported,
  chooseAsync: rejectUnsupported,
  createAsync: rejectUnsupported,
  getPlayersAsync: rejectSolo,
});

const unsupported: ReadonlySet<unknown> = new Set([rejectUnsupported, rejectTournament, rejectMatch, rejectSolo]);

/** The names of the calls that work, such as `player.getDataAsync`. */
export const listSupported = (sdk: object, path = ''): string[] =>
  Object.entries(sdk).flatMap(([name, value]) => {
    if (typeof value === 'object' && value !== null) return listSupported(value as object, `${path}${name}.`);
    return unsupported.has(value) ? [] : [path + name];
  });
