// What the three versions share: the connection, and each call with the vendor's errors.
import type { Sdk } from '#sdk/sdk.ts';
import { createAdBreaks, type AdBreakCallbacks } from '../kit/ad-breaks.browser.ts';
import { addToPageAddress, buildInvitationLink, readInvitation } from '../kit/invitations.browser.ts';
import { createGameEvents } from '../kit/game-events.browser.ts';
import type { PageLink } from '../kit/page-link.browser.ts';
import { fetchGameToken, readPlayer, readSystem } from '../kit/player.browser.ts';
import { readOptions } from '../kit/read-options.browser.ts';
import { createForeignListeners } from '../kit/settle.browser.ts';
import { createBanners } from './banners.browser.ts';
import { CrazySdkError } from './crazy-error.browser.ts';
import type { CrazyData, CrazySystemInfo, CrazyUser, FriendsPage, GameSettings, Params } from './vendor-types.ts';

export type CrazyCore = ReturnType<typeof createCore>;

export function createCore({ page, openSdk }: Pick<PageLink, 'page' | 'openSdk'>) {
  let connected: Sdk | undefined;
  let storage: Storage | undefined;
  let starting: Promise<void> | undefined;
  let inviteParams: Params = {};
  let settings: GameSettings = { disableChat: false, muteAudio: false };
  let isPrompting = false;
  const authListeners = createForeignListeners<[CrazyUser | null]>();
  const settingsListeners = createForeignListeners<[GameSettings]>();

  const isDisabled = (): boolean => connected?.environment === 'disabled';
  /** Our SDK, or the error that every call of the vendor's throws. */
  const sdk = (): Sdk => {
    if (!connected) throw new CrazySdkError('sdkNotInitialized', 'CrazySDK is not initialized yet. Wait for init().');
    if (isDisabled()) throw new CrazySdkError('sdkDisabled', 'CrazySDK is disabled on this domain.');
    return connected;
  };
  const user = (): CrazyUser | null => {
    const player = readPlayer(sdk().player.info);
    return player ? { id: player.id, username: player.name, profilePictureUrl: player.pictureUrl } : null;
  };

  const start = async (): Promise<void> => {
    const opened = await openSdk().catch((error: unknown) => {
      throw new CrazySdkError('initFailed', String(error));
    });
    if (opened.environment !== 'disabled') {
      storage = await opened.saves.localStorage().catch(() => undefined);
      inviteParams = await opened.platform.urlHash().then(readInvitation, () => ({}));
      addToPageAddress(inviteParams);
      followPortal(opened);
    }
    connected = opened;
  };
  const followPortal = (opened: Sdk): void => {
    let last = opened.player.info?.fxId.gameUid;
    opened.on('userInfoChanged', (info) => {
      if (info.fxId.gameUid === last) return;
      last = info.fxId.gameUid;
      authListeners.emit(user());
    });
    const mute = (muteAudio: boolean): void => {
      settings = { ...settings, muteAudio };
      settingsListeners.emit(settings);
    };
    opened.on('pause', () => mute(true));
    opened.on('resume', () => mute(false));
  };

  const submitScore = (score: unknown): void => {
    sdk();
    const number = Number(score);
    if (!Number.isFinite(number)) throw new CrazySdkError('invalidScoreFormat', 'The score is not a number.');
    events.submitScore(page.board, number);
  };
  const store = (): Storage => {
    sdk();
    if (!storage) throw new CrazySdkError('dataModuleDisabled', 'The data module is not available here.');
    return storage;
  };
  const ads = createAdBreaks(sdk);
  const events = createGameEvents(openSdk);
  /** Throws before `init`. */
  const whenReady =
    <Args extends readonly unknown[]>(run: (...args: Args) => void) =>
    (...args: Args): void => {
      sdk();
      run(...args);
    };

  return {
    init: (): Promise<void> =>
      (starting ??= start().catch((error: unknown) => {
        // The next call tries again.
        starting = undefined;
        throw error;
      })),
    sdk,
    environment: () => (!connected ? 'uninitialized' : isDisabled() ? 'disabled' : 'crazygames'),
    authListeners,
    settingsListeners,
    settings: () => settings,
    isAdPlaying: ads.isPlaying,
    showAd: (type: unknown, callbacks: AdBreakCallbacks): Promise<void> => {
      sdk();
      return ads.show(type === 'rewarded' ? 'rewarded' : 'interstitial', callbacks);
    },
    banners: createBanners(sdk),

    gameplayStart: whenReady(() => events.gameplayStart()),
    gameplayStop: whenReady(() => events.gameplayStop()),
    loadingStart: whenReady(() => events.loadingProgress(0)),
    loadingStop: whenReady(() => events.loadingStop()),
    happytime: whenReady(() => events.tell(({ game }) => game.event('happytime'))),
    reportCompleted: whenReady((percentage: unknown) =>
      events.tell(({ game }) => game.event('completed', { value: Math.round(Number(percentage)) || 0 })),
    ),

    link: page.playUrl,
    gameId: page.game,
    // Needs no connection, so that version 1 can answer before it has one.
    inviteLink: (params: unknown): string => buildInvitationLink(page.playUrl, params),
    inviteParams: (): Params | null => (Object.keys(inviteParams).length === 0 ? null : inviteParams),
    inviteParam: (name: unknown): string | null => {
      sdk();
      const found = Object.entries(inviteParams).find(([key]) => key === String(name));
      return found ? found[1] : null;
    },

    isUserAccountAvailable: () => !isDisabled(),
    systemInfo: (): CrazySystemInfo => {
      const { device, ...system } = readSystem(connected?.player.info);
      return { ...system, device: { type: device }, applicationType: 'web' };
    },
    user,
    userToken: async (): Promise<string> => {
      const token = user() && (await fetchGameToken(sdk()).catch(rethrow));
      if (token === null || token === undefined)
        throw new CrazySdkError('userNotAuthenticated', 'The user is not logged in.');
      return token;
    },
    showAuthPrompt: async (): Promise<CrazyUser | null> => {
      if (user()) throw new CrazySdkError('userAlreadySignedIn', 'The user is already logged in.');
      if (isPrompting) throw new CrazySdkError('showAuthPromptInProgress', 'An auth prompt is already open.');
      isPrompting = true;
      try {
        await sdk().player.signIn();
        await sdk().player.refresh();
        return user();
      } catch (error) {
        const { code } = error as { code?: string };
        throw new CrazySdkError(code === 'UserCancelled' ? 'userCancelled' : 'unexpectedError', String(error));
      } finally {
        isPrompting = false;
      }
    },
    showAccountLinkPrompt: async (): Promise<{ response: 'yes' | 'no' }> => {
      if (!user()) throw new CrazySdkError('userNotAuthenticated', 'The user is not logged in.');
      // Only the player could agree, and the portal has no such question.
      return { response: 'no' };
    },
    xsollaToken: async (): Promise<string> => {
      if (!user()) throw new CrazySdkError('userNotAuthenticated', 'The user is not logged in.');
      throw new CrazySdkError('missingXsollaConfig', 'This portal has no Xsolla project for the game.');
    },
    listFriends: async (options: { page: number; size: number }): Promise<FriendsPage> => {
      const { page = 1, size = 10 } = readOptions(options);
      const { friends, capabilities } = sdk();
      const all = capabilities.has('FriendsList') ? await friends.list().catch(rethrow) : [];
      const end = Math.max(1, page) * size;
      const some = all.slice(end - size, end).map(({ uid, displayName, photo }) => ({
        id: uid,
        username: displayName,
        profilePictureUrl: photo?.url ?? '',
      }));
      return { friends: some, page, size, hasMore: end < all.length, total: all.length };
    },
    submitScore,

    data: {
      getItem: (key) => store().getItem(key),
      setItem: (key, value) => {
        try {
          store().setItem(key, String(value));
        } catch (error) {
          if ((error as Error).name !== 'QuotaExceededError') throw error;
          throw new CrazySdkError('dataLimitExcedeed', (error as Error).message);
        }
      },
      removeItem: (key) => store().removeItem(key),
      clear: () => store().clear(),
      syncUnityGameData: () => void sdk(),
    } satisfies CrazyData,
  };
}

/** A failure of ours in the vendor's words. */
function rethrow(error: unknown): never {
  throw new CrazySdkError('unexpectedError', String(error));
}
