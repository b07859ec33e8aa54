// What the browser adapter of a payment provider is: it shows the provider's own form or page and says how the buyer left it.
// What it says is a hint; money is proved to the server alone.
//
// It runs in a page that holds nothing else: no session, no other script, an origin of its own (the checkout frame). A card
// number is typed into the provider's frame and never passes through our code.
//
// An adapter whose manifest names platforms may pay in the portal's own page there instead, with the script that the platform has in it
// anyway: such a page keeps no session in the browser.

import type { Static, TObject } from 'typebox';
import type { CheckoutStatus } from '#model/order.ts';
import type { Area, Input, Reply } from '#model/route.ts';
import type { ProviderManifest } from './port.ts';

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

/** The same in the portal's page on a platform. */
export interface PageHost<Calls = unknown> extends CheckoutHost {
  /** The public id of what is being paid. */
  readonly orderId: string;
  /** Those of the manifest, in the buyer's session. */
  readonly calls: Calls;
}

/** How it is found out whether a payment in a tab of the provider's own has arrived. */
export interface TabWatch<Calls> {
  readonly everyMs: number;
  /** Then the buyer need not wait any longer; the server goes on. */
  readonly forMs: number;
  /** By a call of the manifest, in the buyer's session. */
  ask(calls: Calls, orderId: string): Promise<Static<typeof CheckoutStatus>>;
}

export interface BrowserAdapter<Block = unknown, Calls = unknown> {
  /** Where the buyer pays in a tab of the provider's own; undefined: in the frame. Needs no script of anybody. */
  redirectUrl?(block: Block): string | undefined;
  /** Absent: the portal asks as it asks about every order. */
  readonly tabWatch?: TabWatch<Calls>;
  /** Shows the form. Every way out of it ends the promise. Absent: there is a page of the provider's own alone. */
  pay?(block: Block, host: CheckoutHost): Promise<PaymentOutcome>;
  /** The same in the portal's page, over which the platform shows its own dialog. In the place of `pay`. */
  payHere?(this: void, block: Block, host: PageHost<Calls>): Promise<PaymentOutcome>;
}

type PaidManifest = ProviderManifest & { readonly paymentReply: { readonly block: TObject } };

type CallsOf<M extends ProviderManifest> = M extends { readonly routes: infer A extends Area }
  ? { readonly [C in keyof A]: (input: Input<A[C]>) => Promise<Reply<A[C]>> }
  : Readonly<Record<string, never>>;

/** The adapter of a manifest. */
export type BrowserAdapterOf<M extends PaidManifest> = BrowserAdapter<Static<M['paymentReply']['block']>, CallsOf<M>>;
