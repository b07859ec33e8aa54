// Simulates Yandex Games' script. The framing page implements its methods.
(() => {
  const page = '{page}';
  const mark = 'simulated-yandex-games';
  const game = /\/play(?:er)?\/([^/]+)/.exec(window.location.pathname)?.[1] ?? '';
  const waiting = new Map();
  const listeners = new Map();
  let count = 0;

  window.addEventListener('message', ({ source, origin, data }) => {
    if (source !== window.parent || origin !== page || data?.mark !== mark) return;
    if (data.event !== undefined) {
      listeners.get(data.event)?.forEach((heard) => heard());
      return;
    }
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.error === undefined) asked?.resolve(data.result);
    else asked?.reject(new Error(data.error));
  });

  const ask = (method, params = {}) =>
    new Promise((resolve, reject) => {
      count += 1;
      waiting.set(count, { resolve, reject });
      window.parent.postMessage({ mark, id: count, app: game, method, params }, page);
    });

  const playerOf = ({ signature, uniqueId, name, photo, isAuthorized }, { signed = false } = {}) => ({
    ...(signed && { signature }),
    getUniqueID: () => uniqueId,
    getName: () => name,
    getPhoto: () => photo,
    isAuthorized: () => isAuthorized,
    getPayingStatus: () => 'unknown',
    getData: async (keys) => {
      const data = JSON.parse((await ask('data')).data ?? '{}');
      return keys ? Object.fromEntries(keys.filter((key) => key in data).map((key) => [key, data[key]])) : data;
    },
    setData: async (data) => {
      const text = JSON.stringify(data);
      if (new TextEncoder().encode(text).length > 200_000) throw new Error('The data is too large');
      await ask('setData', { data: text });
    },
  });

  const plain = ({ token, product, developerPayload }) => ({
    productID: product.id,
    purchaseToken: token,
    developerPayload,
  });

  const paymentsOf = (isSigned) => ({
    getCatalog: async () =>
      (await ask('catalogue')).map(({ id, title, description, priceValue, currencyImage = '' }) => ({
        id,
        title,
        description,
        imageURI: '',
        price: `${priceValue} YAN`,
        priceValue,
        priceCurrencyCode: 'YAN',
        getPriceCurrencyImage: () => currencyImage,
      })),
    purchase: async ({ id, developerPayload }) => {
      const { signature, data } = await ask('purchase', { id, developerPayload });
      return isSigned ? { signature } : plain(data);
    },
    getPurchases: async () => {
      const { signature, data } = await ask('purchases');
      return isSigned ? { signature } : data.map(plain);
    },
    consumePurchase: (token) => ask('consume', { token }),
  });

  const showAd = async (kind, { onOpen, onRewarded, onClose, onError } = {}) => {
    try {
      if (!(await ask('hasAd'))) throw new Error('No advertisement');
      onOpen?.();
      const end = await ask('ad', { kind });
      if (end === 'no-fill') throw new Error('No advertisement');
      if (end === 'finished') onRewarded?.();
      onClose?.(true);
    } catch (error) {
      onError?.(error);
      onClose?.(false);
    }
  };

  window.YaGames = {
    async init({ signed = false, screen } = {}) {
      const { environment, device } = await ask('init');
      // From a promotion link.
      environment.payload ??= new URLSearchParams(window.location.search).get('payload');
      if (environment.payload === 'simulated-platform-bonus') await ask('bonus');
      if (screen?.orientation) void ask('orientation', { orientation: screen.orientation.value });
      return {
        environment,
        deviceInfo: { type: device, isMobile: () => device === 'mobile', isDesktop: () => device === 'desktop' },
        getPlayer: async (options) => playerOf(await ask('player'), options),
        auth: { openAuthDialog: () => ask('signIn') },
        payments: paymentsOf(signed),
        getPayments: async (options = {}) => paymentsOf(options.signed ?? signed),
        adv: {
          showFullscreenAdv: ({ callbacks } = {}) =>
            void showAd('interstitial', { ...callbacks, onRewarded: undefined }),
          showRewardedVideo: ({ callbacks } = {}) => void showAd('video', callbacks),
          getBannerAdvStatus: () => ask('bannerStatus'),
          showBannerAdv: () => ask('showBanner'),
          hideBannerAdv: () => ask('hideBanner'),
        },
        feedback: { canReview: () => ask('canReview'), requestReview: () => ask('requestReview') },
        shortcut: { canShowPrompt: () => ask('canShowPrompt'), showPrompt: () => ask('showPrompt') },
        clipboard: { writeText: (text) => ask('writeText', { text }) },
        leaderboards: { setScore: (name, score, extraData) => ask('setScore', { name, score, extraData }) },
        features: {
          LoadingAPI: { ready: () => void ask('loadingReady') },
          GameplayAPI: { start: () => void ask('gameplayStart'), stop: () => void ask('gameplayStop') },
        },
        screen: {
          fullscreen: { status: 'off', request: () => ask('fullscreen'), exit: () => ask('fullscreen') },
        },
        on: (event, heard) => void (listeners.get(event) ?? listeners.set(event, new Set()).get(event)).add(heard),
        off: (event, heard) => void listeners.get(event)?.delete(heard),
        isAvailableMethod: (name) => ask('isAvailable', { name }),
        serverTime: () => Date.now(),
      };
    },
  };
})();
