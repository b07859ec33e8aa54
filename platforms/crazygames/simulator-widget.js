// Simulates Xsolla's widget on a game's page. The framing page shows Pay Station.
(() => {
  const page = '{page}';
  const mark = 'simulated-pay-station';
  let handlers = [];
  let config;
  let opened;
  let count = 0;

  const emit = (event) => handlers.filter(({ name }) => name === event).forEach(({ handler }) => handler());
  window.addEventListener('message', ({ source, origin, data }) => {
    if (source !== window.parent || origin !== page || data?.mark !== mark || data.id !== opened) return;
    const status = { paid: 'done', failed: 'troubled' }[data.result];
    if (status === 'done') emit('status-delivering');
    if (status) emit(`status-${status}`);
    window.XPayStationWidget.close();
  });

  window.XPayStationWidget = {
    init: (options) => void (config = options),
    on: (names, handler) => handlers.push(...names.split(' ').map((name) => ({ name, handler }))),
    off: () => void (handlers = []),
    open() {
      if (!config?.access_token) throw new Error('No access token or access data or payment URL given');
      count += 1;
      opened = `pay-${count}`;
      window.parent.postMessage(
        { mark, id: opened, method: 'payStation', params: { token: config.access_token } },
        page,
      );
    },
    close() {
      if (opened === undefined) return;
      opened = undefined;
      emit('close');
    },
  };
})();
