// The SDK's methods, grouped by topic. Each makes one bridge call; a result with a single field is returned without its
// object.
import type { AdResult, AdsReason } from '../bridge/shapes.ts';
import type { AdOptions, CallMethod, SdkModules } from './sdk.ts';
import type { SdkError } from './sdk-error.ts';

export function createModules(call: CallMethod): SdkModules {
  const showAd = async (method: 'AdsVideoShow' | 'AdsInterstitialShow', options: AdOptions = {}): Promise<AdResult> => {
    const { onOpen, onClose, ...params } = options;
    try {
      onOpen?.();
      return await call(method, params);
    } catch (error) {
      return { outcome: 'failed', reason: reasonOf(error) };
    } finally {
      onClose?.();
    }
  };

  return {
    payments: {
      products: () => call('DefaultStoreFront'),
      purchase: (sku, options) => call('BuyProduct', { ...options, sku }),
      purchases: () => call('GetPurchases').then(({ purchases }) => purchases),
      consume: (purchaseId) => call('ConsumePurchase', { purchaseId }).then(({ consumed }) => consumed),
    },

    ads: {
      rewardedReady: (options) => isReady(call('AdsVideoReady', options)),
      showRewarded: (options) => showAd('AdsVideoShow', options),
      interstitialReady: (options) => isReady(call('AdsInterstitialReady', options)),
      showInterstitial: (options) => showAd('AdsInterstitialShow', options),
      showBanner: () => call('StickyBannerShow').catch((error) => ({ shown: false, reason: reasonOf(error) })),
      hideBanner: () => call('StickyBannerHide').catch((error) => ({ hidden: false, reason: reasonOf(error) })),
    },

    friends: {
      list: () => call('GetFriends').then(({ friends }) => friends),
      invite: (options) => call('InviteFriends', options),
    },

    game: {
      loadingProgress: (fraction, bytes) => call('LoadingProgress', { ...bytes, fraction }),
      loadingReady: () => call('LoadingReady'),
      started: () => call('GameStarted'),
      stopped: () => call('GameStopped'),
      event: (eventCode, options) => call('SendInGameEvent', { ...options, eventCode }).then(({ sent }) => sent),
      quests: () => call('GetQuests').then(({ quests }) => quests),
    },

    leaderboards: {
      submit: (board, score) => call('SubmitScore', { board, score }),
      get: (board, options) => call('GetLeaderboard', { ...options, board }),
      show: (board) => call('ShowLeaderboard', board ? { board } : {}),
    },

    achievements: {
      list: () => call('GetAchievements').then(({ achievements }) => achievements),
      unlock: (code) => call('UnlockAchievement', { code }).then(({ unlocked }) => unlocked),
      setProgress: (code, progress) =>
        call('SetAchievementProgress', { code, progress }).then(({ unlocked }) => unlocked),
    },

    stats: {
      initialize: (options) => call('StatInitialize', options),
      event: (name, parameters) => call('StatEvent', parameters ? { name, parameters } : { name }),
      pushTag: (data) => call('GoogleTagManagerPushToDataLayer', { data }),
    },

    ui: {
      openPage: (url, options) => call('OpenModal', { ...options, url }),
      shareLink: (link, options) => call('ShowLinkShareModal', { ...options, link }),
      copyText: (text) => call('CopyText', { text }).then(({ copied }) => copied),
      requestSupport: (options) => call('RequestSupport', options).then(({ sent }) => sent),
      continueOnOtherDevice: () => call('ContinueOnOtherDevice'),
    },

    documents: {
      list: () => call('GetDocuments').then(({ documents }) => documents),
      accepted: () => call('GetAcceptedDocuments').then(({ accepted }) => accepted),
      accept: (documentId, documentVersionId) =>
        call('AcceptDocument', { documentId, documentVersionId }).then(({ accepted }) => accepted),
    },

    push: {
      register: () => call('PushRegister').then(({ registered }) => registered),
    },

    platform: {
      settings: () => call('SocialSettings'),
      urlHash: () => call('GetUrlHash').then(({ hash }) => hash),
      setUrlHash: (hash) => call('SetUrlHash', { hash }),
      joinCommunity: () => call('JoinCommunity').then(({ joined }) => joined),
      addToFavorites: () => call('AddToFavorites').then(({ added }) => added),
      canReview: () => call('CanReview').then(({ canReview }) => canReview),
      requestReview: () => call('RequestReview').then(({ shown }) => shown),
      reviewInfo: () => call('ReviewInfo'),
      consentStatus: () => call('ConsentManagerStatus').then(({ status }) => status),
      filterWords: (text) => call('WordsFilter', { text }),
    },
  };
}

const isReady = (asked: Promise<{ ready: boolean }>): Promise<boolean> =>
  asked.then(
    ({ ready }) => ready,
    (error) => {
      reasonOf(error);
      return false;
    },
  );

/**
 * A portal without ads, an older portal and a missing portal reject the call. Games get 'no ad' for all of them; other
 * errors are thrown.
 */
function reasonOf(error: unknown): AdsReason {
  const { code } = error as SdkError;
  if (code === 'AdsNotConnected') return code;
  if (code === 'NotImplemented' || code === 'NotSupported') return 'NotImplemented';
  throw error;
}
