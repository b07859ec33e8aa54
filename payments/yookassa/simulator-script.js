// The script of the simulated YooKassa, with the constructor and methods of the real widget.
(() => {
  const base = new URL('.', document.currentScript.src);

  class YooMoneyCheckoutWidget {
    #options;
    #listeners = new Map();
    #shown;
    #stopListening = () => undefined;

    constructor(options) {
      if (typeof options?.error_callback !== 'function') throw new Error('error_callback is required');
      this.#options = options;
    }

    on(event, listener) {
      this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
    }

    async render(containerId) {
      const { confirmation_token: token, customization } = this.#options;
      if (!token) {
        this.#options.error_callback({ error: 'token_required' });
        return;
      }
      const place = customization?.modal ? this.#createModal() : document.getElementById(containerId);
      if (!place) throw new Error(`There is no element ${containerId} to draw into.`);
      const frame = document.createElement('iframe');
      const address = new URL('embedded', base);
      address.search = new URLSearchParams({ token, origin: location.origin }).toString();
      frame.src = address.href;
      frame.title = 'YooKassa (simulated)';
      Object.assign(frame.style, { width: '100%', height: '420px', border: '0', display: 'block' });
      const read = (event) => {
        if (event.source !== frame.contentWindow || event.origin !== base.origin) return;
        const { type, name, height, error, status } = event.data ?? {};
        if (type !== 'simulated-payment') return;
        if (name === 'height') frame.style.height = `${height}px`;
        if (name === 'error') this.#options.error_callback({ error });
        const end = name === 'status' && { succeeded: 'success', canceled: 'fail' }[status];
        if (!end) return;
        this.#tell(end);
        this.#tell('complete', { status: end });
      };
      window.addEventListener('message', read);
      this.#stopListening = () => window.removeEventListener('message', read);
      this.#shown ??= frame;
      await new Promise((resolve) => {
        frame.addEventListener('load', resolve, { once: true });
        place.append(frame);
      });
    }

    destroy() {
      this.#stopListening();
      this.#shown?.remove();
      this.#shown = undefined;
    }

    #createModal() {
      const modal = document.createElement('div');
      Object.assign(modal.style, { position: 'fixed', inset: '0', overflow: 'auto', background: '#fff', zIndex: '1' });
      const close = document.createElement('button');
      close.textContent = 'Close';
      close.addEventListener('click', () => {
        this.destroy();
        this.#tell('modal_close');
      });
      modal.append(close);
      document.body.append(modal);
      this.#shown = modal;
      return modal;
    }

    #tell(event, detail) {
      for (const listener of this.#listeners.get(event) ?? []) listener(detail);
    }
  }

  window.YooMoneyCheckoutWidget = YooMoneyCheckoutWidget;
})();
