// Simulates Facebook's script. The page around the canvas implements its methods.
(() => {
  const page = '{page}';
  const mark = 'simulated-facebook';
  const waiting = new Map();
  const listeners = new Set();
  let app;
  let count = 0;

  window.addEventListener('message', ({ source, origin, data }) => {
    if (source !== window.parent || origin !== page || data?.mark !== mark) return;
    if (data.event === 'auth.authResponseChange') return listeners.forEach((heard) => heard(data.data));
    const answered = waiting.get(data.id);
    waiting.delete(data.id);
    answered?.(data.result);
  });

  // Like the real one: without a response it waits forever, and it never rejects.
  const ask = (method, params, answered = () => undefined) => {
    if (app === undefined) throw new Error('FB.init was not called.');
    count += 1;
    waiting.set(count, answered);
    window.parent.postMessage({ mark, id: count, method, params: { ...params, app_id: app } }, page);
  };

  const tellStatus = (answered) => (answer) => {
    answered?.(answer);
    listeners.forEach((heard) => heard(answer));
  };

  window.FB = {
    init({ appId, version }) {
      if (!/^v\d+\.\d+$/.test(version ?? '')) throw new Error('init not called with valid version');
      app = appId;
    },
    getLoginStatus: (answered, roundtrip = false) => ask('getLoginStatus', { roundtrip }, tellStatus(answered)),
    login: (answered, { scope = '' } = {}) => ask('login', { scope }, tellStatus(answered)),
    api: (path, params, answered) => ask('api', { ...params, path }, answered),
    ui: (params, answered) => ask(`ui.${params.method}`, params, answered),
    AppEvents: {
      logEvent(name, valueToSum, params) {
        if (!/^[0-9a-zA-Z_][0-9a-zA-Z _-]{0,39}$/.test(name)) throw new Error(`Invalid event name: ${name}`);
        ask('logEvent', { name, valueToSum, params });
      },
    },
    Event: {
      subscribe: (event, heard) => void (event === 'auth.authResponseChange' && listeners.add(heard)),
      unsubscribe: (_, heard) => void listeners.delete(heard),
    },
    Canvas: { setSize: () => undefined, setAutoGrow: () => undefined },
  };
  window.fbAsyncInit?.();
})();
