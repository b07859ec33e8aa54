// Shows Money.Mail.Ru's page in the checkout frame. Messages from other windows or origins are ignored. `closeWindow`
// may mean that the buyer only closed the page, so the server checks the payment.
import type { BrowserAdapterOf, PaymentOutcome } from '../port.browser.ts';
import { showCheckoutForm } from '../show-checkout.browser.ts';
import { moneyMailRuPageOrigins } from './page-origins.ts';
import type { moneymailru } from './provider.ts';

export const adapter = {
  async pay({ PaymentUri: address, PageOrigins }, host) {
    const origins = PageOrigins ?? moneyMailRuPageOrigins;
    if (!URL.canParse(address)) throw new Error('Money.Mail.Ru returned no payment address. Start the purchase again.');
    return showCheckoutForm(host, rules, async (checkout) => {
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
      checkout.onEnd(() => window.removeEventListener('message', listen));
      checkout.onEnd(() => frame.remove());
      const loaded = new Promise<void>((resolve) => frame.addEventListener('load', () => resolve(), { once: true }));
      frame.src = address;
      host.container.append(frame);
      host.setHeight(heightPx);
      await checkout.withTimeout(loaded);
    });
  },
} satisfies BrowserAdapterOf<typeof moneymailru>;

const rules = {
  subject: "Money.Mail.Ru's page",
  timeoutMs: 30_000,
  leftMessage: 'Payment not completed',
};
// The page does not report its height.
const heightPx = 640;

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
    // An unreadable message from the payment page counts as a failed payment.
    return undefined;
  }
}
