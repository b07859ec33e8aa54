// The script of the simulated Bank 131, with the interface that the adapter assumes (see the README).
(() => {
  const base = new URL('.', document.currentScript.src);

  class SimulatedBankForm {
    #token;
    #options;
    #frame;
    #stopListening = () => undefined;

    constructor(publicToken, options) {
      if (typeof publicToken !== 'string' || !options?.container)
        throw new Error('A token and a container are required.');
      this.#token = publicToken;
      this.#options = options;
    }

    render() {
      const frame = document.createElement('iframe');
      const address = new URL('form', base);
      address.search = new URLSearchParams({ token: this.#token, origin: location.origin }).toString();
      frame.src = address.href;
      frame.title = 'Bank 131 (simulated)';
      Object.assign(frame.style, { width: '100%', height: '420px', border: '0', display: 'block' });
      const read = (event) => {
        if (event.source !== frame.contentWindow || event.origin !== base.origin) return;
        const { type, name, height, status } = event.data ?? {};
        if (type !== 'simulated-payment') return;
        if (name === 'height') frame.style.height = `${height}px`;
        if (name === 'submitted') this.onPaymentStart?.();
        if (name === 'status' && status === 'accepted') this.onPaymentSuccess?.();
        if (name === 'status' && status === 'cancelled') this.onPaymentFail?.({ code: 'declined_by_issuer_bank' });
      };
      window.addEventListener('message', read);
      this.#stopListening = () => window.removeEventListener('message', read);
      frame.addEventListener('load', () => this.onReady?.(), { once: true });
      this.#options.container.append(frame);
      this.#frame = frame;
    }

    destroy() {
      this.#stopListening();
      this.#frame?.remove();
    }
  }

  window.SimulatedBankForm = SimulatedBankForm;
})();
