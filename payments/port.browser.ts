// The browser adapter of a payment provider shows the provider's form and reports how the buyer left it. The report is
// only a hint; the server alone accepts proof of payment.
//
// The adapter runs in the checkout frame, on a separate origin without a session. Card numbers are typed into the
// provider's frame and never pass through our code. On a platform that its manifest names, an adapter may instead pay
// in the portal's page.

import type { Static, TObject } from 'typebox';
import type { CheckoutStatus } from '#model/order.ts';
import type { RouteGroup, InputOfRoute, ReplyOfRoute } from '#model/route.ts';
import type { ProviderManifest } from './port.ts';

/** The specification fixes the texts of `message`. */
export type PaymentOutcome =
  | { readonly outcome: 'completed' }
  | { readonly outcome: 'cancelled'; readonly message: string }
  | { readonly outcome: 'failed'; readonly message: string };

export interface CheckoutHost {
  readonly container: HTMLElement;
  /** Rejects if the script is blocked or takes longer than 20 s. */
  loadScript(address: string): Promise<void>;
  readonly locale: string;
  /** Aborted when the buyer closes the modal. The adapter then removes its form and resolves. */
  readonly closing: AbortSignal;
  /** While busy, the modal asks before it closes. */
  setBusy(isBusy: boolean): void;
  setHeight(px: number): void;
  readonly log: { warn(text: string, detail?: unknown): void };
}

export interface PlatformCheckoutHost<Calls = unknown> extends CheckoutHost {
  readonly orderId: string;
  readonly calls: Calls;
}

/** How to poll for a payment that the buyer makes in another tab. */
export interface PaymentTabPolling<Calls> {
  readonly everyMs: number;
  /** The portal stops polling after this time; the server keeps checking. */
  readonly forMs: number;
  fetchStatus(calls: Calls, orderId: string): Promise<Static<typeof CheckoutStatus>>;
}

export interface BrowserAdapter<Block = unknown, Calls = unknown> {
  /** Undefined if the buyer pays in the frame. */
  redirectUrl?(block: Block): string | undefined;
  /** Default: the portal polls the order's status. */
  readonly tabWatch?: PaymentTabPolling<Calls>;
  /** Absent if the provider only has its own page. Resolves whatever the buyer does. */
  pay?(block: Block, host: CheckoutHost): Promise<PaymentOutcome>;
  /** Replaces `pay` on a platform. */
  payHere?(this: void, block: Block, host: PlatformCheckoutHost<Calls>): Promise<PaymentOutcome>;
}

type PaidManifest = ProviderManifest & { readonly paymentReply: { readonly block: TObject } };

type CallsOf<M extends ProviderManifest> = M extends { readonly routes: infer A extends RouteGroup }
  ? { readonly [C in keyof A]: (input: InputOfRoute<A[C]>) => Promise<ReplyOfRoute<A[C]>> }
  : Readonly<Record<string, never>>;

export type BrowserAdapterOf<M extends PaidManifest> = BrowserAdapter<Static<M['paymentReply']['block']>, CallsOf<M>>;
