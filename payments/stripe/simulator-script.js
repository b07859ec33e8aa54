// The script of the simulated Stripe, with the functions of Stripe.js.
/* oxlint-disable eslint/no-restricted-globals -- a vendor's script has no client of ours */
(() => {
  const base = new URL('.', document.currentScript.src);
  let current;

  const findElement = (target) => (typeof target === 'string' ? document.querySelector(target) : target);

  async function createPage(publishableKey, options) {
    if (current) throw new Error('You cannot have multiple Embedded Checkout objects.');
    const page = {};
    current = page;
    let clientSecret;
    try {
      clientSecret = options.clientSecret ?? (await options.fetchClientSecret());
      if (typeof clientSecret !== 'string' || !clientSecret.includes('_secret_'))
        throw new Error('The client secret is not one of a Checkout Session.');
    } catch (error) {
      current = undefined;
      throw error;
    }
    const frame = document.createElement('iframe');
    const address = new URL('embedded', base);
    address.search = new URLSearchParams({
      client_secret: clientSecret,
      key: publishableKey,
      origin: location.origin,
    }).toString();
    frame.src = address.href;
    frame.title = 'Stripe (simulated)';
    Object.assign(frame.style, { width: '100%', height: '420px', border: '0', display: 'block' });
    const read = (event) => {
      if (event.source !== frame.contentWindow || event.origin !== base.origin) return;
      const { type, name, height, isOver } = event.data ?? {};
      if (type !== 'simulated-payment') return;
      if (name === 'height') frame.style.height = `${height}px`;
      if (name === 'submitted') options.onAnalyticsEvent?.({ eventType: 'checkoutSubmitted' });
      if (name === 'failed') options.onAnalyticsEvent?.({ eventType: 'checkoutSubmitFailed' });
      if (name === 'status' && isOver) options.onComplete?.();
    };
    frame.addEventListener('load', () => options.onAnalyticsEvent?.({ eventType: 'checkoutRendered' }));
    window.addEventListener('message', read);
    let isDestroyed = false;
    const check = () => {
      if (isDestroyed) throw new Error('This Embedded Checkout has been destroyed.');
    };
    return Object.assign(page, {
      mount(target) {
        check();
        const element = findElement(target);
        if (!element) throw new Error('The element to mount into is not in the page.');
        element.append(frame);
      },
      unmount() {
        check();
        frame.remove();
      },
      destroy() {
        if (isDestroyed) return;
        isDestroyed = true;
        window.removeEventListener('message', read);
        frame.remove();
        current = undefined;
      },
    });
  }

  window.Stripe = (publishableKey) => {
    if (typeof publishableKey !== 'string' || !publishableKey.startsWith('pk_'))
      throw new Error('Please call Stripe() with your publishable key.');
    const create = (options) => createPage(publishableKey, options);
    // The function's newer and older name.
    return { createEmbeddedCheckoutPage: create, initEmbeddedCheckout: create };
  };
})();
