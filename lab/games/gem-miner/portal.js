// The game's only connection to the portal. The game also runs without one.

import { loadSdk } from './load-sdk.js';

const LAMP = 'lamp';
const REFILL = 'refill';
const DEPTH_BOARD = 'depth';

/**
 * Resolves with the portal's functions, or undefined without a portal. `hear` has the game's listeners: player(info),
 * language(name), pause(), resume(), quest(quest), save(), leaving().
 */
export async function connectToPortal(hear) {
  const sdk = await loadSdk();
  if (!sdk) return undefined;
  sdk.on('pause', hear.pause);
  sdk.on('resume', hear.resume);
  sdk.on('leaving', hear.leaving);
  sdk.on('languageChanged', ({ language }) => hear.language(language));
  sdk.on('userInfoChanged', hear.player);
  sdk.on('questProgress', hear.quest);
  sdk.on('saveChanged', hear.save);
  await sdk.init({
    local: {
      products: [LOCAL_LAMP],
      leaderboards: { [DEPTH_BOARD]: { entries: [LOCAL_RIVAL] } },
      achievements: LOCAL_ACHIEVEMENTS,
    },
  });
  if (sdk.environment === 'disabled') return undefined;

  return {
    isLocal: sdk.environment === 'local',
    info: () => sdk.player.info,
    language: () => sdk.locale.current,
    hasFilms: () => sdk.capabilities.has('RewardedAds'),

    loading: (fraction) => tell(sdk.game.loadingProgress(fraction)),
    ready: () => tell(sdk.game.loadingReady()),
    playing: (isPlaying) => tell(isPlaying ? sdk.game.started() : sdk.game.stopped()),
    status: (text) => tell(sdk.player.setStatus(text)),
    /** The player's save, with the interface of localStorage. Undefined if this portal has none. */
    save: () => unlessRefused(sdk.saves.localStorage()),
    describeSave: (text) => tell(sdk.saves.setSummary(text)),
    runOver: (end, score) => tell(sdk.game.event('run_over', { value: score, p1: end })),
    /** The portal keeps the greatest depth, and shows what this unlocks. */
    reached(depth) {
      tell(sdk.achievements.unlock('first-run'));
      if (depth > 0) tell(sdk.achievements.setProgress('deep', depth));
    },

    /** Resolves with the names of friends who are now behind. */
    async submitDepth(depth) {
      const answer = await unlessRefused(sdk.leaderboards.submit(DEPTH_BOARD, depth));
      return answer?.beatenFriends ?? [];
    },
    showBoard: () => unlessRefused(sdk.leaderboards.show(DEPTH_BOARD)),

    async friends() {
      if (!sdk.capabilities.has('FriendsList')) return [];
      const friends = await unlessRefused(sdk.friends.list());
      return (friends ?? []).map(({ displayName }) => displayName);
    },
    async lampPrice() {
      const front = await unlessRefused(sdk.payments.products());
      return front?.products.find(({ sku }) => sku === LAMP)?.localizedPrice;
    },
    /** Resolves with bought, cancelled, closed (nothing is for sale here) or failed. */
    async buyLamp() {
      try {
        await sdk.payments.purchase(LAMP);
        return 'bought';
      } catch (error) {
        const { code } = refusal(error);
        return { UserCancelled: 'cancelled', NotSupported: 'closed', NotImplemented: 'closed' }[code] ?? 'failed';
      }
    },
    async watchFilm() {
      const answer = await unlessRefused(sdk.ads.showRewarded({ placement: REFILL }));
      return answer?.outcome === 'finished';
    },
    /**
     * Invites friends if the platform can, otherwise shows a link to share. Resolves with false if neither is possible.
     */
    async challenge(message) {
      try {
        const { outcome } = await (sdk.capabilities.has('FriendsInvite')
          ? sdk.friends.invite({ message })
          : sdk.ui.shareLink(gameLink(sdk.player.info.game), { title: message }));
        // A player who closes the dialog has not failed.
        return outcome !== 'notAvailable';
      } catch {
        return false;
      }
    },
  };
}

/** Sold by the SDK's local stand-in for a portal. */
const LOCAL_LAMP = {
  sku: LAMP,
  name: 'Everburning lamp',
  description: 'Burns a third longer',
  price: 4.99,
  currency: 'USD',
  localizedPrice: '$4.99',
  usdPrice: 4.99,
};

const LOCAL_RIVAL = { name: 'Ada Local', score: 40, isFriend: true };
/** Of the SDK's local stand-in for a portal. */
const LOCAL_ACHIEVEMENTS = [
  { code: 'first-run', name: 'Into the dark', description: '', points: 10, progress: 0, target: 1 },
  { code: 'deep', name: 'Deep digger', description: '', points: 30, progress: 0, target: 60 },
];

/** The portal's page of this game. The referrer is the page around this frame, unless the portal hides it. */
function gameLink(game) {
  return document.referrer ? new URL(`/play/${game}`, document.referrer).href : `${location.origin}/`;
}

function tell(call) {
  void unlessRefused(call);
}

/** Ignores calls that the portal rejects. Any other error is a bug and reaches the page's error listeners. */
const unlessRefused = (call) =>
  call.catch((error) => {
    refusal(error);
    return undefined;
  });

function refusal(error) {
  if (!(error instanceof globalThis.FxId.SdkError)) throw error;
  return error;
}
