// Runs in the page of the uploaded bundle, the only page in which Facebook's script works. It frames the portal's player
// and passes the player's calls on to the script. It answers only that frame, only at the portal's origin, and only the
// calls listed here.
(() => {
  const { document } = window;
  const mark = 'fxid-instant-games';
  const frame = document.querySelector('iframe');
  const player = new URL(frame.dataset.src);
  const ads = new Map();
  let adCount = 0;
  let initialised;
  let started;
  let arePaymentsReady = false;

  const post = (message) => frame.contentWindow.postMessage({ mark, ...message }, player.origin);
  const fault = (code, message) => ({ code, message });
  const tellPaymentsReady = () => post({ event: 'paymentsReady' });

  const loadSdk = () =>
    new Promise((resolve, reject) => {
      const script = document.createElement('script');
      script.src = document.querySelector('script[data-sdk]').src;
      script.addEventListener('load', resolve);
      script.addEventListener('error', () => reject(fault('NETWORK_FAILURE', 'The script could not be loaded.')));
      document.head.append(script);
    });

  const initialise = async () => {
    if (!window.FBInstant) await loadSdk();
    const sdk = window.FBInstant;
    await sdk.initializeAsync();
    sdk.payments?.onReady(() => {
      arePaymentsReady = true;
      tellPaymentsReady();
    });
  };

  const calls = {
    async initializeAsync() {
      initialised ??= initialise();
      initialised.catch(() => (initialised = undefined));
      await initialised;
      const sdk = window.FBInstant;
      // The player may have been reloaded since.
      if (arePaymentsReady) tellPaymentsReady();
      return {
        playerId: sdk.player.getID(),
        locale: sdk.getLocale(),
        platform: sdk.getPlatform(),
        contextType: sdk.context.getType(),
        entryPointData: sdk.getEntryPointData(),
        supportedApis: sdk.getSupportedAPIs(),
        hasCommunity: sdk.community !== undefined,
        opensLinks: sdk.openExternalLinkAsync !== undefined,
        hasStorage: sdk.player.setDataAsync !== undefined,
      };
    },
    startGameAsync() {
      started ??= window.FBInstant.startGameAsync();
      started.catch(() => (started = undefined));
      return started;
    },
    async 'player.getSignedPlayerInfoAsync'(requestPayload) {
      return { signature: (await window.FBInstant.player.getSignedPlayerInfoAsync(requestPayload)).getSignature() };
    },
    async 'player.getSignedASIDAsync'() {
      const signed = await window.FBInstant.player.getSignedASIDAsync?.();
      return signed ? { asid: signed.getASID(), signature: signed.getSignature() } : null;
    },
    async 'player.getConnectedPlayersAsync'() {
      return (await window.FBInstant.player.getConnectedPlayersAsync()).map((friend) => friend.getID());
    },
    async loadAd(kind, placementId) {
      const find = kind === 'video' ? 'getRewardedVideoAsync' : 'getInterstitialAdAsync';
      const ad = await window.FBInstant[find](placementId);
      await ad.loadAsync();
      adCount += 1;
      ads.set(adCount, ad);
      return adCount;
    },
    showAd(number) {
      const ad = ads.get(number);
      ads.delete(number);
      if (!ad) throw fault('ADS_NOT_LOADED', 'There is no such advertisement.');
      return ad.showAsync();
    },
  };

  for (const path of [
    'setLoadingProgress',
    'player.getDataAsync',
    'player.setDataAsync',
    'payments.getCatalogAsync',
    'payments.purchaseAsync',
    'payments.getPurchasesAsync',
    'payments.consumePurchaseAsync',
    'inviteAsync',
    'shareAsync',
    'canCreateShortcutAsync',
    'createShortcutAsync',
    'community.canJoinOfficialGroupAsync',
    'community.joinOfficialGroupAsync',
    'community.canFollowOfficialPageAsync',
    'community.followOfficialPageAsync',
    'openExternalLinkAsync',
    'logEvent',
  ]) {
    calls[path] = (...args) => {
      const names = path.split('.');
      const method = names.pop();
      const owner = names.reduce((found, name) => found?.[name], window.FBInstant);
      if (typeof owner?.[method] !== 'function') throw fault('CLIENT_UNSUPPORTED_OPERATION', `There is no ${path}.`);
      return owner[method](...args);
    };
  }

  // Methods of the script's objects can't be posted.
  const toData = (value) => JSON.parse(JSON.stringify(value ?? null));

  const answer = async (method, args) => {
    const call = Object.hasOwn(calls, method) ? calls[method] : undefined;
    if (!call) throw fault('CLIENT_UNSUPPORTED_OPERATION', `The bundle does not pass ${String(method)} on.`);
    return toData(await call(...(Array.isArray(args) ? args : [])));
  };

  window.addEventListener('message', ({ source, origin, data }) => {
    if (source !== frame.contentWindow || origin !== player.origin || data?.mark !== mark) return;
    const { id, method, args } = data;
    answer(method, args).then(
      (result) => post({ id, result }),
      (error) =>
        post({ id, error: { code: String(error?.code ?? 'UNKNOWN'), message: String(error?.message ?? error) } }),
    );
  });

  // Last, so that no message of the player is missed.
  frame.src = player.href;
})();
