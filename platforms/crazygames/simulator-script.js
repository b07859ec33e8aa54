// Simulates CrazyGames' script, version 3. The framing page implements its methods.
(() => {
  const page = '{page}';
  const mark = 'simulated-crazygames';
  const waiting = new Map();
  const listeners = { auth: new Set(), settings: new Set(), room: new Set() };
  let items = new Map();
  let count = 0;

  window.addEventListener('message', ({ source, origin, data }) => {
    if (source !== window.parent || origin !== page || data?.mark !== mark) return;
    if (data.event !== undefined) {
      if (data.event === 'settings') SDK.game.settings = data.data;
      if (data.event === 'data') return void (items = new Map(Object.entries(data.data)));
      listeners[data.event].forEach((heard) => heard(data.data));
      return;
    }
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    // Like the real one: rejects with objects with a code, not with Error.
    if (data.error === undefined) asked?.resolve(data.result);
    else asked?.reject({ code: data.error, message: `Simulated: ${data.error}` });
  });

  const ask = (method, params = {}) =>
    new Promise((resolve, reject) => {
      count += 1;
      waiting.set(count, { resolve, reject });
      window.parent.postMessage({ mark, id: count, method, params }, page);
    });
  const tell = (method) => (params) => void ask(method, params).catch(() => undefined);

  const requestAd = async (kind, { adStarted, adFinished, adError } = {}) => {
    if (!(await ask('hasAd'))) return adError?.({ code: 'unfilled', message: 'There is none.' });
    adStarted?.();
    const end = await ask('ad', { kind });
    return end === 'finished' ? adFinished?.() : adError?.({ code: 'other', message: `It ended as ${end}.` });
  };

  let invited = {};
  const SDK = {
    environment: 'uninitialized',
    async init() {
      const { systemInfo, inviteParams, isUserAccountAvailable, data } = await ask('init');
      items = new Map(Object.entries(data));
      Object.assign(SDK.user, { systemInfo, isUserAccountAvailable });
      invited = inviteParams;
      SDK.environment = 'crazygames';
    },
    user: {
      getUser: () => ask('getUser'),
      getUserToken: () => ask('getUserToken'),
      showAuthPrompt: () => ask('showAuthPrompt'),
      listFriends: (options) => ask('listFriends', options),
      addAuthListener: (heard) => void listeners.auth.add(heard),
      removeAuthListener: (heard) => void listeners.auth.delete(heard),
      submitScore: tell('submitScore'),
    },
    game: {
      settings: { muteAudio: false, disableChat: false },
      addSettingsChangeListener: (heard) => void listeners.settings.add(heard),
      removeSettingsChangeListener: (heard) => void listeners.settings.delete(heard),
      addJoinRoomListener: (heard) => void listeners.room.add(heard),
      removeJoinRoomListener: (heard) => void listeners.room.delete(heard),
      isInstantMultiplayer: false,
      loadingStart: tell('loadingStart'),
      loadingStop: tell('loadingStop'),
      gameplayStart: tell('gameplayStart'),
      gameplayStop: tell('gameplayStop'),
      happytime: tell('happytime'),
      inviteLink: (params) => `https://www.crazygames.com/game/simulated?${new URLSearchParams(params)}`,
      showInviteButton: tell('showInviteButton'),
      hideInviteButton: tell('hideInviteButton'),
      getInviteParam: (key) => invited[key] ?? null,
      updateRoom: tell('updateRoom'),
      leftRoom: tell('leftRoom'),
    },
    ad: { requestAd, hasAdblock: () => ask('hasAdblock') },
    banner: {
      requestBanner: ({ id, ...size }) => {
        if (!document.getElementById(id)) return Promise.reject({ code: 'missingId', message: 'No such element.' });
        return ask('showBanner', size);
      },
      clearBanner: tell('hideBanner'),
    },
    analytics: { trackOrder: (provider, order) => ask('trackOrder', { provider, ...order }) },
    data: {
      getItem: (key) => items.get(key) ?? null,
      setItem: (key, value) => {
        items.set(key, String(value));
        tell('storeData')({ set: { [key]: String(value) } });
      },
      removeItem: (key) => {
        items.delete(key);
        tell('storeData')({ remove: [key] });
      },
      clear: () => {
        tell('storeData')({ remove: [...items.keys()] });
        items.clear();
      },
    },
  };
  window.CrazyGames = { SDK };
})();
