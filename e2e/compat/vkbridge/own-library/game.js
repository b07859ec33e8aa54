// As in a game that was built with the vendor's library: it speaks to the app around it, or else to the page above.
(() => {
  const app = window.AndroidBridge;
  const waiting = new Map();
  const receive = (type, data) => {
    const found = data && waiting.get(data.request_id);
    if (!found) return;
    waiting.delete(data.request_id);
    if ('error_type' in data) found.reject(data);
    else found.resolve(data);
  };
  if (app) addEventListener('VKWebAppEvent', ({ detail }) => receive(detail.type, detail.data));
  else addEventListener('message', ({ data }) => receive(data && data.type, data && data.data));
  const send = (handler, params = {}) =>
    new Promise((resolve, reject) => {
      const request_id = `${waiting.size}_${Math.random().toString(36).slice(2)}`;
      waiting.set(request_id, { resolve, reject });
      if (app && app[handler]) app[handler](JSON.stringify({ ...params, request_id }));
      else parent.postMessage({ type: 'vk-connect', handler, params: { ...params, request_id } }, '*');
    });
  window.game = {
    async start(note) {
      note('init', (await send('VKWebAppInit')).result);
      await send('VKWebAppStorageSet', { key: 'sound', value: 'off' });
      const { keys } = await send('VKWebAppStorageGet', { keys: ['sound'] });
      note('sound', keys[0].value);
      await send('VKWebAppGetEmail').catch((error) => note('no address', error.error_data.error_code));
    },
  };
})();
