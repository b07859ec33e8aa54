// The readable face of the wire's methods: nouns with verbs. Every verb is one call, and its answer is what the call answers,
// without the wrapping where that holds one thing only.
import type { AdResult } from '../bridge/shapes.ts';
import type { AdOptions, Call, Modules } from './sdk.ts';
import type { SdkError } from './sdk-error.ts';

/** @param pausing called with true before an ad and with false after it */
export function createModules(call: Call, pausing: (isPaused: boolean) => void): Modules {
  const showAd = async (method: 'AdsVideoShow' | 'AdsInterstitialShow', options: AdOptions = {}): Promise<AdResult> => {
    const { onOpen, onClose, ...params } = options;
    pausing(true);
    try {
      onOpen?.();
      return await call(method, params);
    } catch (error) {
      const { code } = error as SdkError;
      // No ad is an outcome that every game must live with; all else is a fault.
      if (code === 'AdsNotConnected' || code === 'NotImplemented') return { outcome: 'failed', reason: code };
      throw error;
    } finally {
      pausing(false);
      onClose?.();
    }
  };

  return {
    payments: {
      products: () => call('DefaultStoreFront'),
      purchase: (sku, options) => call('BuyProduct', { ...options, sku }),
    },

    ads: {
      rewardedReady: (options) => call('AdsVideoReady', options).then(({ ready }) => ready),
      showRewarded: (options) => showAd('AdsVideoShow', options),
      interstitialReady: (options) => call('AdsInterstitialReady', options).then(({ ready }) => ready),
      showInterstitial: (options) => showAd('AdsInterstitialShow', options),
      showBanner: () => call('StickyBannerShow'),
      hideBanner: () => call('StickyBannerHide'),
    },

    friends: {
      list: () => call('GetFriends').then(({ friends }) => friends),
      invite: (options) => call('InviteFriends', options).then(({ invited }) => invited),
    },

    game: {
      loadingProgress: (fraction, bytes) => call('LoadingProgress', { ...bytes, fraction }),
      loadingReady: () => call('LoadingReady'),
      started: () => call('GameStarted'),
      stopped: () => call('GameStopped'),
      event: (eventCode, options) => call('SendInGameEvent', { ...options, eventCode }).then(({ sent }) => sent),
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
