// The script of the simulated Facebook: `FB.init` and the `pay` dialog of `FB.ui`.
(() => {
  const base = new URL('.', document.currentScript.src);
  let app;

  function ui(options, answered) {
    if (app === undefined) throw new Error('FB.init was not called.');
    if (options.method !== 'pay') throw new Error(`The simulation has no dialog ${options.method}.`);
    const address = new URL('dialog/pay', base);
    const { product, request_id: requestId, quantity } = options;
    address.search = new URLSearchParams({
      app_id: app,
      product,
      request_id: requestId,
      quantity: String(quantity ?? 1),
      origin: location.origin,
    }).toString();
    const dialog = document.createElement('dialog');
    dialog.className = 'simulated-facebook';
    Object.assign(dialog.style, { padding: '0', border: '0', width: 'min(440px, 96vw)' });
    const frame = document.createElement('iframe');
    frame.src = address.href;
    frame.title = 'Facebook Pay (simulated)';
    Object.assign(frame.style, { width: '100%', height: '420px', border: '0', display: 'block' });
    dialog.append(frame);
    const end = (answer) => {
      window.removeEventListener('message', read);
      dialog.remove();
      answered(answer);
    };
    const read = (event) => {
      if (event.source !== frame.contentWindow || event.origin !== base.origin) return;
      const { type, name, height, dialog: answer } = event.data ?? {};
      if (type !== 'simulated-payment') return;
      if (name === 'height') frame.style.height = `${height}px`;
      if (name === 'closed') end({ error_code: 1383010, error_message: 'User canceled the order.' });
      if (name === 'status') end(answer);
    };
    window.addEventListener('message', read);
    // Escape closes the dialog without a result, like the real dialog's close button.
    dialog.addEventListener('cancel', () => end(undefined));
    document.body.append(dialog);
    dialog.showModal();
  }

  window.FB = {
    init: ({ appId, version }) => {
      if (!/^v\d+\.\d+$/.test(version ?? '')) throw new Error('init not called with valid version');
      app = appId;
    },
    ui,
  };
  window.fbAsyncInit?.();
})();
