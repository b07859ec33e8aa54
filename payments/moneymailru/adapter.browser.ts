// The operator's page in a frame of the checkout. It tells its end by JSON texts with an `action`. Whatever comes from another window or
// another origin is not looked at, so that nobody but the page can end a purchase. `closeWindow` may mean that the buyer has only closed
// it: like every outcome it is a hint, and the server asks.
import type { BrowserAdapterOf, PaymentOutcome } from '../port.browser.ts';
import { showForm } from '../show-checkout.browser.ts';
import { moneyMailRuOrigins } from './page-origins.ts';
import type { moneymailru } from './provider.ts';

export const adapter = {
  async pay({ PaymentUri: address, PageOrigins }, host) {
    const origins = PageOrigins ?? moneyMailRuOrigins;
    if (!URL.canParse(address)) throw new Error('Money.Mail.Ru gave no address to pay at. Begin the purchase again.');
    return showForm(host, rules, async (checkout) => {
      const frame = document.createElement('iframe');
      frame.title = 'Money.Mail.Ru';
      frame.allow = 'payment';
      Object.assign(frame.style, { width: '100%', height: `${heightPx}px`, border: '0', display: 'block' });
      const listen = ({ source, origin, data }: MessageEvent<unknown>): void => {
        if (source === null || source !== frame.contentWindow || !origins.includes(origin)) return;
        const outcome = readOutcome(data);
        if (outcome) checkout.end(outcome);
      };
      window.addEventListener('message', listen);
      checkout.atEnd(() => window.removeEventListener('message', listen));
      checkout.atEnd(() => frame.remove());
      const loaded = new Promise<void>((resolve) => frame.addEventListener('load', () => resolve(), { once: true }));
      frame.src = address;
      host.container.append(frame);
      host.setHeight(heightPx);
      await checkout.inTime(loaded);
    });
  },
} satisfies BrowserAdapterOf<typeof moneymailru>;

const rules = {
  subject: "Money.Mail.Ru's page",
  patienceMs: 30_000,
  leftMessage: 'Payment not completed',
};
// The page does not say how high it is.
const heightPx = 640;

/** Undefined: it says something else. */
function readOutcome(data: unknown): PaymentOutcome | undefined {
  const message = typeof data === 'string' ? parseJson(data) : data;
  if (typeof message !== 'object' || message === null) return failed;
  const action = 'action' in message ? message.action : undefined;
  if (action === 'closeWindow' || action === 'paySuccess') return { outcome: 'completed' };
  return action === 'payError' ? failed : undefined;
}

const failed: PaymentOutcome = { outcome: 'failed', message: 'Payment failed for some reason!' };

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // It cannot be read, and comes from the page itself: the payment has failed.
    return undefined;
  }
}
