// Stripe's form in the checkout frame: its script draws it, and whatever is typed into it goes to Stripe alone. Stripe tells that it is
// complete and never that somebody left: leaving is closing the modal.
import type { Static } from 'typebox';
import type { BrowserHalf, CheckoutHost, PaymentOutcome } from '../port.browser.ts';
import { showCheckout } from '../show-checkout.browser.ts';
import type { stripe } from './provider.ts';

type Block = Static<typeof stripe.paymentReply.block>;

export const half = {
  redirectUrl: (block) => block.CheckoutUrl,
  pay,
} satisfies BrowserHalf<Block>;

// Of the train of the API's version that the server half asks for.
const stripeScript = 'https://js.stripe.com/endive/stripe.js';

async function pay(block: Block, host: CheckoutHost): Promise<PaymentOutcome> {
  const { SessionClientSecret: clientSecret, ScriptUrl: scriptUrl = stripeScript } = block;
  if (clientSecret === undefined) return { outcome: 'failed', message: 'Stripe not in result' };
  const rules = { subject: "Stripe's form", scriptUrl, patienceMs: 20_000, leftMessage: 'Payment not completed' };
  return showCheckout(host, rules, async (checkout) => {
    const creating = createPage(block.PublishableKey, {
      clientSecret,
      onComplete: () => checkout.end({ outcome: 'completed' }),
      onAnalyticsEvent: ({ eventType }) => {
        if (eventType === 'checkoutSubmitted') host.setBusy(true);
        if (eventType === 'checkoutSubmitFailed') host.setBusy(false);
      },
    });
    // Also one that is still being made. That it could not be made is told below.
    checkout.atEnd(() =>
      creating.then(
        (page) => page.destroy(),
        () => undefined,
      ),
    );
    const page = await checkout.inTime(creating);
    if (checkout.isOver()) return;
    page.mount(host.container);
    checkout.follow(host.container);
  });
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

async function createPage(publishableKey: string, options: PageOptions): Promise<EmbeddedPage> {
  const { Stripe } = globalThis as { Stripe?: (key: string) => StripeScript };
  if (!Stripe) throw new Error("Stripe's script was loaded and is not there");
  const script = Stripe(publishableKey);
  if (script.createEmbeddedCheckoutPage) return script.createEmbeddedCheckoutPage(options);
  if (script.initEmbeddedCheckout) return script.initEmbeddedCheckout(options);
  throw new Error("Stripe's script has no embedded checkout");
}
