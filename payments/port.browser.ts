// What the browser half of a payment provider is: it shows the provider's own form or page and says how the buyer left it.
// What it says is a hint; money is proved to the server alone.
//
// It runs in a page that holds nothing else: no session, no other script, an origin of its own (the checkout frame). A card
// number is typed into the provider's frame and never passes through our code.

import type { Static, TObject } from 'typebox';

/** The message is one of the catalogue's, to the letter; the portal translates those that it knows. */
export type PaymentOutcome =
  | { readonly outcome: 'completed' }
  | { readonly outcome: 'cancelled'; readonly message: string }
  | { readonly outcome: 'failed'; readonly message: string };

export interface CheckoutHost {
  /** Where the provider draws. Empty at first. */
  readonly container: HTMLElement;
  /** Loads a script of the manifest's `reaches`; rejects when it is blocked or silent for 20 s. */
  loadScript(address: string): Promise<void>;
  readonly locale: string;
  /** Fires when the buyer closes the modal: take everything away, and end. */
  readonly closing: AbortSignal;
  /** The buyer has pressed the provider's button: closing now would be a mistake, and the modal asks first. */
  setBusy(isBusy: boolean): void;
  /** How high the modal should be. */
  setHeight(px: number): void;
  readonly log: { warn(text: string, detail?: unknown): void };
}

export interface BrowserHalf<Block = unknown> {
  /** Where the buyer pays in a tab of the provider's own; undefined: in the frame. Needs no script of anybody. */
  redirectUrl?(block: Block): string | undefined;
  /** Shows the form. Every way out of it ends the promise. */
  pay(block: Block, host: CheckoutHost): Promise<PaymentOutcome>;
}

/** The half of a manifest. */
export type BrowserHalfOf<M extends { readonly paymentReply: { readonly block: TObject } }> = BrowserHalf<
  Static<M['paymentReply']['block']>
>;
