// The browser adapter of a payment provider. It shows the provider's form or page and reports how the buyer left it.
// The report is only a hint; the server alone accepts proof of payment.
//
// The adapter runs in the checkout frame, on a separate origin without a session or other scripts. Card numbers are
// typed into the provider's frame and never pass through our code. An adapter whose manifest names platforms may
// instead pay in the portal's page there, with the script that the platform has already loaded. Such a page stores no
// session in the browser.

import type { Static, TObject } from 'typebox';
import type { CheckoutStatus } from '#model/order.ts';
import type { Area, Input, Reply } from '#model/route.ts';
import type { ProviderManifest } from './port.ts';

/** The message is exactly one of the specification's; the portal translates those. */
export type PaymentOutcome =
  | { readonly outcome: 'completed' }
  | { readonly outcome: 'cancelled'; readonly message: string }
  | { readonly outcome: 'failed'; readonly message: string };

export interface CheckoutHost {
  /** An empty element for the provider's form. */
  readonly container: HTMLElement;
  /** Loads a script that the manifest's `reaches` allows. Rejects if it is blocked or takes longer than 20 s. */
  loadScript(address: string): Promise<void>;
  readonly locale: string;
  /** Aborted when the buyer closes the modal. The adapter then removes its form and resolves. */
  readonly closing: AbortSignal;
  /** While busy, the modal asks before it closes, because the buyer has started to pay. */
  setBusy(isBusy: boolean): void;
  setHeight(px: number): void;
  readonly log: { warn(text: string, detail?: unknown): void };
}

/** For an adapter that pays in the portal's page on a platform. */
export interface PlatformPageHost<Calls = unknown> extends CheckoutHost {
  readonly orderId: string;
  /** The manifest's calls, in the buyer's session. */
  readonly calls: Calls;
}

/** How to poll for a payment that the buyer makes in another tab. */
export interface TabPolling<Calls> {
  readonly everyMs: number;
  /** How long the portal polls. After that the buyer need not wait; the server keeps checking. */
  readonly forMs: number;
  /** Uses a call of the manifest, in the buyer's session. */
  fetchStatus(calls: Calls, orderId: string): Promise<Static<typeof CheckoutStatus>>;
}

export interface BrowserAdapter<Block = unknown, Calls = unknown> {
  /** The provider's page for a payment in another tab; undefined if the buyer pays in the frame. */
  redirectUrl?(block: Block): string | undefined;
  /** Default: the portal polls the order's status. */
  readonly tabWatch?: TabPolling<Calls>;
  /** Shows the form. The promise resolves whatever the buyer does. Absent if the provider only has its own page. */
  pay?(block: Block, host: CheckoutHost): Promise<PaymentOutcome>;
  /** Replaces `pay` on a platform: pays in the portal's page, under the platform's own dialog. */
  payHere?(this: void, block: Block, host: PlatformPageHost<Calls>): Promise<PaymentOutcome>;
}

type PaidManifest = ProviderManifest & { readonly paymentReply: { readonly block: TObject } };

type CallsOf<M extends ProviderManifest> = M extends { readonly routes: infer A extends Area }
  ? { readonly [C in keyof A]: (input: Input<A[C]>) => Promise<Reply<A[C]>> }
  : Readonly<Record<string, never>>;

export type BrowserAdapterOf<M extends PaidManifest> = BrowserAdapter<Static<M['paymentReply']['block']>, CallsOf<M>>;
