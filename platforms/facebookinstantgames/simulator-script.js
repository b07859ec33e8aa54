// Simulates the Instant Games script, version 8. The framing page implements its methods. Like the real one, it works
// only in the page of the bundle, whose address has `source`: elsewhere nothing answers.
(() => {
  const page = '{page}';
  const mark = 'simulated-instant-games';
  const game = /\/([^/]+)\/index\.html$/.exec(window.location.pathname)?.[1] ?? '';
  const isBundle = new URLSearchParams(window.location.search).has('source');
  const waiting = new Map();
  const readyListeners = [];
  let count = 0;
  let about;
  let isStarted = false;

  window.addEventListener('message', ({ source, origin, data }) => {
    if (source !== window.parent || origin !== page || data?.mark !== mark) return;
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.error === undefined) asked?.resolve(data.result);
    else asked?.reject(data.error);
  });

  const ask = (method, params = {}) =>
    new Promise((resolve, reject) => {
      count += 1;
      waiting.set(count, { resolve, reject });
      if (!isBundle) return;
      window.parent.postMessage({ mark, id: count, app: game, method, params }, page);
    });

  const fault = (code, message) => ({ code, message });
  const shown = (code, act) => (isStarted ? act() : Promise.reject(fault(code, 'The game was not started.')));
  const pay = (method, params) => shown('PAYMENTS_NOT_INITIALIZED', () => ask(method, params));

  // Names and pictures are withheld: Facebook shows them itself.
  const personOf = ({ id }) => ({ getID: () => id });

  const adOf = (kind) => (placementID) =>
    shown('INVALID_OPERATION', async () => {
      let isLoaded = false;
      return {
        getPlacementID: () => placementID,
        async loadAsync() {
          await ask('loadAd', { kind });
          isLoaded = true;
        },
        async showAsync() {
          if (!isLoaded) throw fault('ADS_NOT_LOADED', 'It is not loaded, or was shown.');
          isLoaded = false;
          await ask('showAd', { kind });
        },
      };
    });

  window.FBInstant = {
    async initializeAsync() {
      about = await ask('initialize');
      Object.assign(window.FBInstant.player, personOf(about.player));
    },
    async startGameAsync() {
      await ask('start');
      isStarted = true;
      for (const ready of readyListeners) ready();
    },
    setLoadingProgress: (percentage) => void ask('progress', { percentage }),
    getSupportedAPIs: () => about?.supported ?? [],
    getLocale: () => about?.locale ?? null,
    getPlatform: () => about?.platform ?? null,
    getSDKVersion: () => '8.0',
    getEntryPointData: () => about?.entryPointData ?? null,
    getEntryPointAsync: async () => 'admin_message',
    player: {
      getID: () => null,
      getSignedPlayerInfoAsync: async (requestPayload = '') => {
        const { playerId, signature } = await ask('signedPlayer', { requestPayload });
        return { getPlayerID: () => playerId, getSignature: () => signature };
      },
      getASIDAsync: async () => (await ask('signedAsid')).asid,
      getSignedASIDAsync: async () => {
        const { asid, signature } = await ask('signedAsid');
        return { getASID: () => asid, getSignature: () => signature };
      },
      getDataAsync: async (keys) => {
        const data = await ask('data');
        return Object.fromEntries(
          keys.filter((key) => Object.hasOwn(data, key)).map((key) => [key, JSON.parse(data[key])]),
        );
      },
      setDataAsync: async (data) => {
        const set = Object.fromEntries(Object.entries(data).map(([key, value]) => [key, JSON.stringify(value)]));
        await ask('setData', { set });
      },
      getConnectedPlayersAsync: async () => (await ask('friends')).map(personOf),
    },
    context: { getID: () => null, getType: () => about?.context ?? 'SOLO' },
    payments: {
      onReady: (ready) => void (isStarted ? ready() : readyListeners.push(ready)),
      getCatalogAsync: () => pay('catalogue'),
      // `developerPayload` is no longer returned.
      purchaseAsync: ({ productID }) => pay('purchase', { productID }),
      getPurchasesAsync: () => pay('purchases'),
      consumePurchaseAsync: (purchaseToken) => pay('consume', { purchaseToken }),
    },
    inviteAsync: (invitation) => ask('invite', invitation),
    shareAsync: (post) => ask('share', post),
    openExternalLinkAsync: (url) => ask('openLink', { url }),
    getInterstitialAdAsync: adOf('interstitial'),
    getRewardedVideoAsync: adOf('video'),
    canCreateShortcutAsync: () => ask('canCreateShortcut'),
    createShortcutAsync: () => ask('createShortcut'),
    community: {
      canJoinOfficialGroupAsync: () => ask('canJoinGroup'),
      joinOfficialGroupAsync: () => ask('joinGroup'),
      canFollowOfficialPageAsync: () => ask('canFollowPage'),
      followOfficialPageAsync: () => ask('followPage'),
    },
    logEvent(name, valueToSum, parameters) {
      if (name.length < 2 || name.length > 40) return fault('INVALID_PARAM', 'The name is too short or too long.');
      void ask('logEvent', { name, valueToSum, parameters });
      return null;
    },
    onPause: () => undefined,
  };
})();
