// The script of the checkout frame: receives one payment, lets the provider's adapter show its form, and reports how
// the buyer left it. It has no session.
import type { BrowserAdapter, CheckoutHost, PaymentOutcome } from '#payments/port.browser.ts';
import { textDirectionOf, toLocale } from '#model/locale.ts';
import { log } from '#portal/log.ts';
import { loadScript } from './load-script.ts';
import {
  readCheckoutMessageFromPortal,
  buildCheckoutMessageToPortal,
  type CheckoutMessageFromFrame,
} from './messages.ts';

// By folder name, each in its own chunk.
const adapters = import.meta.glob<BrowserAdapter>('../../payments/*/adapter.browser.ts', { import: 'adapter' });

const { provider = '', portalOrigin = '' } = document.documentElement.dataset;
const container = document.getElementById('form');
if (!container || portalOrigin === '') throw new Error('This is not the page of the checkout.');
document.body.style.margin = '0';

const say = (message: CheckoutMessageFromFrame): void =>
  window.parent.postMessage(buildCheckoutMessageToPortal(message), portalOrigin);
const closing = new AbortController();
let hasStarted = false;

window.addEventListener('message', (event: MessageEvent<unknown>) => {
  const message = readCheckoutMessageFromPortal(event, { window: window.parent, origin: portalOrigin });
  if (message?.say === 'closing') closing.abort();
  if (message?.say !== 'start' || hasStarted) return;
  hasStarted = true;
  void pay(message.block, message.locale, container).then((outcome) => say({ say: 'outcome', outcome }));
});
say({ say: 'ready' });

/** Always resolves with an outcome: an adapter that throws has failed. */
async function pay(block: unknown, language: string, form: HTMLElement): Promise<PaymentOutcome> {
  const locale = toLocale(language);
  document.documentElement.lang = locale;
  document.documentElement.dir = textDirectionOf(locale);
  const host: CheckoutHost = {
    container: form,
    loadScript: (address) => loadScript(address),
    locale,
    closing: closing.signal,
    setBusy: (isBusy) => say({ say: 'busy', isBusy }),
    setHeight: (heightPx) => say({ say: 'size', heightPx }),
    log: { warn: (text, detail) => log.warn(text, detail) },
  };
  // For adapters that do not report their height themselves.
  const sizes = new ResizeObserver(() => form.scrollHeight > 0 && host.setHeight(form.scrollHeight));
  sizes.observe(form);
  try {
    const load = adapters[`../../payments/${provider}/adapter.browser.ts`];
    if (!load) throw new Error(`payments/${provider} has no adapter.browser.ts.`);
    const adapter = await load();
    if (!adapter.pay) throw new Error(`payments/${provider} has no form, only a page of its own.`);
    return await adapter.pay(block, host);
  } catch (error) {
    log.error(`The form of ${provider} could not be shown.`, error);
    return { outcome: 'failed', message: 'Unknown error' };
  } finally {
    sizes.disconnect();
  }
}
