// Simulates Kongregate's script. The framing page implements its methods.
(() => {
  const page = '{page}';
  const mark = 'simulated-kongregate';
  const waiting = new Map();
  const listeners = new Map();
  let player = { id: 0, username: 'Guest', token: undefined };
  let count = 0;

  const tell = (event) => listeners.get(event)?.forEach((heard) => heard({}));
  const listen = (event, heard) => listeners.set(event, [...(listeners.get(event) ?? []), heard]);

  const read = (parameters) => {
    player = {
      id: Number(parameters.kongregate_user_id) || 0,
      username: parameters.kongregate_username || 'Guest',
      token: parameters.kongregate_game_auth_token,
    };
  };

  // Like the real one, it reports only that a guest has signed in.
  const takeUser = (parameters) => {
    const wasGuest = player.id === 0;
    if (!Number(parameters.kongregate_user_id)) return;
    read(parameters);
    if (wasGuest) tell('login');
  };

  window.addEventListener('message', ({ source, origin, data }) => {
    if (source !== window.parent || origin !== page || data?.mark !== mark) return;
    if (data.event === 'userInfo') takeUser(data.data);
    else if (data.event !== undefined) tell(data.event);
    else {
      waiting.get(data.id)?.(data.result);
      waiting.delete(data.id);
    }
  });

  const ask = (method, params = {}, end = () => undefined) => {
    count += 1;
    waiting.set(count, end);
    window.parent.postMessage({ mark, id: count, method, params }, page);
  };
  const askGiven = (content) => (typeof content === 'string' ? { content } : content);

  const services = {
    isGuest: () => player.id === 0,
    getUserId: () => player.id,
    getUsername: () => player.username,
    getGameAuthToken: () => player.token,
    addEventListener: listen,
    showRegistrationBox: () => player.id === 0 && ask('registration'),
    showInvitationBox: (invitation, end) => ask('invitation', askGiven(invitation), end),
    showFeedPostBox: (post, end) => ask('feedPost', askGiven(post), end),
    showShoutBox: (post, end) => ask('feedPost', askGiven(post), end),
    resizeGame: (width, height) => ask('resize', { width, height }),
  };

  const api = {
    services,
    mtx: {
      addEventListener: listen,
      purchaseItemsRemote: (orderInfo, end) => ask('purchase', { orderInfo }, end),
      initializeIncentivizedAds: () => ask('initializeAds'),
      showIncentivizedAd: () => ask('showAd'),
    },
    stats: { submit: (name, value) => ask('stat', { name, value }) },
  };

  window.kongregateAPI = {
    // Asks the page in any case, to detect a silent one; the URL's parameters count.
    loadAPI: (isLoaded) =>
      ask('params', {}, (parameters) => {
        const own = Object.fromEntries(new URLSearchParams(window.location.search));
        read(own.kongregate_username ? own : parameters);
        isLoaded();
      }),
    getAPI: () => api,
  };
})();
