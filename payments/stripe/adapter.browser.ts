// Stripe's form in the checkout frame: its script draws it, and whatever is typed into it goes to Stripe alone. Stripe tells
// that it is complete and never that somebody left: leaving is closing the modal. It allows one form at a time, so the next
// waits until the one before has been taken away.
import type { Static } from 'typebox';
import type { BrowserHalf, CheckoutHost, PaymentOutcome } from '../port.browser.ts';
import type { stripe } from './provider.ts';

type Block = Static<typeof stripe.paymentReply.block>;

export const half = {
  redirectUrl: (block) => block.CheckoutUrl,
  pay,
} satisfies BrowserHalf<Block>;

// Of the train of the API's version that the server half asks for.
const stripeScript = 'https://js.stripe.com/endive/stripe.js';
// The script has been loaded by then; what is left is its talk with Stripe.
const patienceMs = 20_000;

let cleared: Promise<unknown> = Promise.resolve();

async function pay(block: Block, host: CheckoutHost): Promise<PaymentOutcome> {
  const { SessionClientSecret: clientSecret } = block;
  if (clientSecret === undefined) return { outcome: 'failed', message: 'Stripe not in result' };
  const ended = Promise.withResolvers<PaymentOutcome>();
  const leave = () => ended.resolve({ outcome: 'cancelled', message: 'Payment not completed' });
  const fail = (error: unknown) => {
    host.log.warn("Stripe's form could not be shown", error);
    ended.resolve({ outcome: 'failed', message: 'Unknown error' });
  };
  host.closing.addEventListener('abort', leave, { once: true });
  if (host.closing.aborted) leave();

  const before = cleared;
  const created = (async () => {
    await before;
    await host.loadScript(block.ScriptUrl ?? stripeScript);
    const timer = setTimeout(() => fail(new Error(`Stripe said nothing for ${patienceMs} ms`)), patienceMs);
    try {
      return await createPage(block.PublishableKey, {
        clientSecret,
        onComplete: () => ended.resolve({ outcome: 'completed' }),
        onAnalyticsEvent: ({ eventType }) => {
          if (eventType === 'checkoutSubmitted') host.setBusy(true);
          if (eventType === 'checkoutSubmitFailed') host.setBusy(false);
        },
      });
    } finally {
      clearTimeout(timer);
    }
  })();
  const sizes = new ResizeObserver(() => host.setHeight(host.container.scrollHeight));
  const show = async () => {
    const page = await created;
    if (host.closing.aborted) return;
    page.mount(host.container);
    sizes.observe(host.container);
  };
  show().catch(fail);

  const outcome = await ended.promise;
  host.closing.removeEventListener('abort', leave);
  sizes.disconnect();
  host.setBusy(false);
  // Also the one that is still being made. That it could not be made was told above.
  cleared = created.then(
    (page) => page.destroy(),
    () => undefined,
  );
  return outcome;
}

interface EmbeddedPage {
  mount(element: HTMLElement): void;
  destroy(): void;
}

interface PageOptions {
  readonly clientSecret: string;
  readonly onComplete: () => void;
  readonly onAnalyticsEvent: (event: { readonly eventType: string }) => void;
}

type CreatePage = (options: PageOptions) => Promise<EmbeddedPage>;

/** What we use of the script, by its names of 2026 and the ones before. */
interface StripeScript {
  readonly createEmbeddedCheckoutPage?: CreatePage;
  readonly initEmbeddedCheckout?: CreatePage;
}

function createPage(publishableKey: string, options: PageOptions): Promise<EmbeddedPage> {
  const { Stripe } = globalThis as { Stripe?: (key: string) => StripeScript };
  if (!Stripe) throw new Error("Stripe's script was loaded and is not there");
  const script = Stripe(publishableKey);
  if (script.createEmbeddedCheckoutPage) return script.createEmbeddedCheckoutPage(options);
  if (script.initEmbeddedCheckout) return script.initEmbeddedCheckout(options);
  throw new Error("Stripe's script has no embedded checkout");
}
