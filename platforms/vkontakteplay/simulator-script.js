// Simulates VK Play's script, whose methods return nothing; results go to the callbacks by name. Like the real one it
// works only in a frame.
(() => {
  const page = '{page}';
  const mark = 'simulated-vk-play';
  if (window.parent === window) return;
  const answered = {
    getLoginStatus: 'getLoginStatusCallback',
    registerUser: 'registerUserCallback',
    userInfo: 'userInfoCallback',
    userProfile: 'userProfileCallback',
    getAuthToken: 'getAuthTokenCallback',
    userFriends: 'userFriendsCallback',
    userSocialFriends: 'userSocialFriendsCallback',
    showAds: 'adsCallback',
  };
  const unanswered = ['authUser', 'reloadWindow', 'paymentFrame'];

  window.iframeApi = (callbacks) =>
    new Promise((resolve) => {
      const waiting = new Map();
      let count = 0;
      const ask = (method, params, hear) => {
        count += 1;
        waiting.set(count, hear);
        window.parent.postMessage({ mark, id: count, app: String(callbacks.appid), method, params }, page);
      };
      window.addEventListener('message', ({ source, origin, data }) => {
        if (source !== window.parent || origin !== page || data?.mark !== mark) return;
        if (data.event !== undefined) {
          callbacks[`${data.event}Callback`]?.(data.data);
          return;
        }
        const hear = waiting.get(data.id);
        waiting.delete(data.id);
        hear?.(data.error === undefined ? data.result : { status: 'error', errcode: 500, errmsg: data.error });
      });
      const api = {};
      for (const [method, callback] of Object.entries(answered))
        api[method] = (params = {}) => ask(method, params, (answer) => callbacks[callback]?.(answer));
      for (const method of unanswered) api[method] = (params = {}) => ask(method, params);
      ask('connect', {}, () => resolve(api));
    });
})();
