// Stripe's form in the checkout frame: its script draws it, and whatever is typed into it goes to Stripe alone. Stripe tells that it is
// complete and never that somebody left: leaving is closing the modal.
import type { BrowserAdapterOf } from '../port.browser.ts';
import { showCheckout } from '../show-checkout.browser.ts';
import type { stripe } from './provider.ts';

export const adapter = {
  redirectUrl: (block) => block.CheckoutUrl,
  async pay(block, host) {
    const { SessionClientSecret: clientSecret } = block;
    if (clientSecret === undefined) return { outcome: 'failed', message: 'Stripe not in result' };
    return showCheckout<OpenStripe>(host, rules, block, async (checkout, openStripe) => {
      const script = openStripe(block.PublishableKey);
      const create = script.createEmbeddedCheckoutPage ?? script.initEmbeddedCheckout;
      if (!create) throw new Error("Stripe's script has no embedded checkout");
      const creating = create.call(script, {
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
  },
} satisfies BrowserAdapterOf<typeof stripe>;

const rules = {
  subject: "Stripe's form",
  // Of the train of the API's version that the server adapter asks for.
  scriptUrl: 'https://js.stripe.com/endive/stripe.js',
  globalName: 'Stripe',
  patienceMs: 20_000,
  leftMessage: 'Payment not completed',
};

/** What we use of the script, by its names of 2026 and the ones before. */
type OpenStripe = (publishableKey: string) => {
  readonly createEmbeddedCheckoutPage?: CreatePage;
  readonly initEmbeddedCheckout?: CreatePage;
};

type CreatePage = (options: {
  readonly clientSecret: string;
  readonly onComplete: () => void;
  readonly onAnalyticsEvent: (event: { readonly eventType: string }) => void;
}) => Promise<{ mount(element: HTMLElement): void; destroy(): void }>;
