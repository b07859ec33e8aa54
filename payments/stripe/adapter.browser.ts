// Shows Stripe's form in the checkout frame. Stripe reports a completed payment but not that the buyer left.
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
      checkout.onEnd(() =>
        creating.then(
          (page) => page.destroy(),
          () => undefined,
        ),
      );
      const page = await checkout.withTimeout(creating);
      if (checkout.isOver()) return;
      page.mount(host.container);
      checkout.followHeight(host.container);
    });
  },
} satisfies BrowserAdapterOf<typeof stripe>;

const rules = {
  subject: "Stripe's form",
  // Must match the API version of the server adapter.
  scriptUrl: 'https://js.stripe.com/endive/stripe.js',
  globalName: 'Stripe',
  timeoutMs: 20_000,
  leftMessage: 'Payment not completed',
};

/** The function was renamed in 2026. */
type OpenStripe = (publishableKey: string) => {
  readonly createEmbeddedCheckoutPage?: CreatePage;
  readonly initEmbeddedCheckout?: CreatePage;
};

type CreatePage = (options: {
  readonly clientSecret: string;
  readonly onComplete: () => void;
  readonly onAnalyticsEvent: (event: { readonly eventType: string }) => void;
}) => Promise<{ mount(element: HTMLElement): void; destroy(): void }>;
