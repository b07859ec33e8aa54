// Dependencies of everything in orders.
import type { Transaction } from 'kysely';
import type { ChargeConfirmationRequest } from '#model/payment-operations.server.ts';
import type { WriteTarget } from '#server/db/statement-batch.ts';
import type { Tables } from '#server/db/tables.ts';
import type { RequestDryRun } from '#server/features/store/request-dry-run.ts';
import type { OpenedAttempt } from './attempts/sealed-reply.ts';
import type { ReadOrderContext } from './ordering/read-order-context.ts';
import type { ApplyPaymentEventDeps } from './payment-events/apply-payment-event.ts';
import type { EligibleAccount } from './providers/choose-provider.ts';
import type { LoadedProvider } from './providers/load-providers.ts';
import type { ProviderDeps } from './providers/provider-account.ts';
import type { SingleFlight } from './concurrency/single-flight.ts';

export type OpenAttemptResult = OpenedAttempt | { readonly outcome: 'refused' };

export type ProviderOffer = Pick<EligibleAccount, 'provider' | 'paymentMethods' | 'isFailing'>;

/** `offered` lists the possible providers, best first. */
export type OpenedPayment =
  | (OpenedAttempt & { readonly provider: LoadedProvider; readonly offered: readonly ProviderOffer[] })
  /** The receipt needs an email address first, or a phone number if it is accepted; `suggested` is the account's. */
  | {
      readonly outcome: 'needs-email';
      readonly suggested: string | undefined;
      readonly acceptsPhone: boolean;
      readonly offered: readonly ProviderOffer[];
    };

export interface ScheduledAttemptCheck {
  readonly attemptId: string;
  /** Position in the schedule; absent for a check outside it. */
  readonly step?: number;
  readonly cancel?: boolean;
}

export interface UnmatchedEventId {
  readonly provider: string;
  /** The game whose account it is; empty: the portal's. */
  readonly account: string;
  readonly dedupKey: string;
}

export interface OrdersDeps extends ApplyPaymentEventDeps, ProviderDeps {
  readonly requestDryRun: RequestDryRun;
  readonly returnAddress: string;
  readonly portalUrl: string;
  readonly pageAddress: (page: string) => string;
  readonly readOrderContext: ReadOrderContext;
  /** Enqueues a check of the provider's records in the transaction. Deduplicated by key. */
  readonly sendCheck: (
    target: WriteTarget,
    check: ScheduledAttemptCheck,
    when?: { readonly startAfter?: Date; readonly key?: string },
  ) => Promise<void>;
  /** Enqueues confirming or cancelling a payment in the transaction. Deduplicated by key. */
  readonly sendConfirmation: (
    trx: Transaction<Tables>,
    confirmation: ChargeConfirmationRequest & { readonly attemptId: string },
  ) => Promise<void>;
  /** Enqueues the order's last check in the transaction: `round` 0 after its expiry, 1 a day later. */
  readonly sendExpiry: (target: WriteTarget, orderId: string, round: 0 | 1, startAfter: Date) => Promise<void>;
  /** Enqueues applying a quarantined payment event again, in the transaction. */
  readonly sendUnmatchedEvent: (trx: Transaction<Tables>, event: UnmatchedEventId) => Promise<void>;
  readonly paying: SingleFlight<OpenedPayment>;
  readonly opening: SingleFlight<OpenAttemptResult>;
  readonly reading: SingleFlight<void>;
}
