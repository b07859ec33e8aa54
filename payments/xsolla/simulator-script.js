// The widget of the simulated Xsolla, with the events and frame protocol of version 1.5.4, including its bugs.
(() => {
  const base = new URL('.', document.currentScript.src);
  const isAtXsolla = base.hostname === 'cdn.xsolla.net';
  const version = '1.2.12';
  const eventTypes = {
    INIT: 'init',
    OPEN: 'open',
    OPEN_LIGHTBOX: 'open-lightbox',
    OPEN_WINDOW: 'open-window',
    LOAD: 'load',
    CLOSE: 'close',
    CLOSE_LIGHTBOX: 'close-lightbox',
    CLOSE_WINDOW: 'close-window',
    STATUS: 'status',
    STATUS_INVOICE: 'status-invoice',
    STATUS_DELIVERING: 'status-delivering',
    STATUS_TROUBLED: 'status-troubled',
    STATUS_DONE: 'status-done',
    USER_COUNTRY: 'user-country',
    FCP: 'fcp',
    ERROR: 'error',
  };
  let config;
  let current;
  let isOpen = false;
  let handlers = [];

  const emit = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));

  function on(names, handler) {
    for (const name of names.split(' ')) {
      const wrapped = (event) => handler(event, event.detail);
      handlers.push({ name, handler, wrapped });
      document.addEventListener(name, wrapped);
    }
  }

  function off(names, handler) {
    const isMeant = (entry) =>
      (names === undefined || names.split(' ').includes(entry.name)) &&
      (handler === undefined || handler === entry.handler);
    for (const { name, wrapped } of handlers.filter(isMeant)) document.removeEventListener(name, wrapped);
    handlers = handlers.filter((entry) => !isMeant(entry));
  }

  function init(options) {
    config = options;
    emit('init');
  }

  function open() {
    if (isOpen) return;
    isOpen = true;
    if (!config?.access_token && !config?.access_data && !config?.payment_url)
      throw new Error('No access token or access data or payment URL given');
    const { width, height, zIndex = 1000, contentMargin = '10px', overlayBackground = '#0009' } = config.lightbox ?? {};
    const box = document.createElement('div');
    Object.assign(box.style, {
      position: 'fixed',
      inset: '0',
      zIndex: String(zIndex),
      background: overlayBackground,
      overflow: 'auto',
    });
    const frame = document.createElement('iframe');
    // From Xsolla's own host the script opens Xsolla's Pay Station, otherwise the simulator's.
    const host = config.sandbox ? 'sandbox-secure' : 'secure';
    const address = new URL('paystation2/', isAtXsolla ? `https://${host}.xsolla.com` : base);
    address.search = new URLSearchParams({ access_token: config.access_token }).toString();
    frame.src = address.href;
    frame.allow = 'payment';
    frame.title = 'Xsolla Pay Station (simulated)';
    Object.assign(frame.style, {
      display: 'block',
      border: '0',
      margin: `${contentMargin} auto`,
      width: width ?? '100%',
      height: height ?? '480px',
      background: '#fff',
    });
    const read = (event) => {
      if (event.source !== frame.contentWindow || typeof event.data !== 'string') return;
      const { command, data = {} } = JSON.parse(event.data);
      if (command === 'dimensions' && data.dimensions) frame.style.height = `${data.dimensions.height}px`;
      if (command === 'widget-detection')
        sendMessage('widget-detected', { version, lightBoxOptions: config.lightbox ?? {} });
      if (command === 'status') {
        emit('status', data);
        emit(`status-${data.paymentInfo.status}`, data);
      }
      if (command === 'user-country') emit('user-country', data);
      if (command === 'fcp' || command === 'error') emit(command, data);
      if (command === 'close' || command === 'widget-close') close();
    };
    window.addEventListener('message', read);
    frame.addEventListener('load', () => emit('load'));
    current = {
      frame,
      clear() {
        window.removeEventListener('message', read);
        box.remove();
      },
    };
    box.append(frame);
    document.body.append(box);
    emit('open');
    emit('open-lightbox');
  }

  function close() {
    if (!current) throw new TypeError("Cannot read properties of null (reading 'close')");
    if (!isOpen) return;
    isOpen = false;
    current.clear();
    // The real widget sends no data with `close` either.
    emit('close');
    emit('close-lightbox');
  }

  const sendMessage = (command, data) =>
    current?.frame.contentWindow?.postMessage(JSON.stringify({ command, data }), '*');
  const onMessage = (handler) => window.addEventListener('message', handler);

  window.XPayStationWidget = { init, open, close, on, off, sendMessage, onMessage, eventTypes };
})();
