// What everything about orders works with.
import type { Transaction } from 'kysely';
import type { Confirmation } from '#model/payment-verbs.server.ts';
import type { Tables } from '#server/db/tables.ts';
import type { AskDryRun } from '#server/features/store/ask-dry-run.ts';
import type { OpenedAttempt } from './attempts/sealed-reply.ts';
import type { ApplyDeps } from './payment-events/apply-payment-event.ts';
import type { ChosenAccount } from './providers/choose-provider.ts';
import type { LoadedProvider } from './providers/load-providers.ts';
import type { ProviderDeps } from './providers/provider-account.ts';
import type { SingleFlight } from './turns/single-flight.ts';

export type Opened = OpenedAttempt | { readonly outcome: 'refused' };

/** Who could take a payment. */
export type Offer = Pick<ChosenAccount, 'provider' | 'means' | 'isTroubled'>;

/** With `offered`: who could take it, the best first. */
export type OpenedPayment =
  | (OpenedAttempt & { readonly provider: LoadedProvider; readonly offered: readonly Offer[] })
  /** The receipt needs an address first; `suggested` is the one of the account. */
  | {
      readonly outcome: 'needs email';
      readonly suggested: string | undefined;
      readonly offered: readonly Offer[];
    };

export interface CheckToSend {
  readonly attemptId: string;
  /** Where in the schedule it is; absent: somebody has a reason to check now. */
  readonly step?: number;
  /** Closes the attempt at the provider first, as far as it lets one. */
  readonly cancel?: boolean;
}

export interface OrdersDeps extends ApplyDeps, ProviderDeps {
  readonly askDryRun: AskDryRun;
  /** Where a buyer comes back from a provider's pages: the order's id is added to it. */
  readonly returnAddress: string;
  /** Where the portal is, with a slash at its end. */
  readonly portalUrl: string;
  /** The full address of a page of the portal, such as `Store/Return/…`. */
  readonly pageAddress: (page: string) => string;
  /** Asks for a check of the provider's records, in the transaction. The same key asks once. */
  readonly sendCheck: (
    trx: Transaction<Tables>,
    check: CheckToSend,
    when?: { readonly startAfter?: Date; readonly key?: string },
  ) => Promise<void>;
  /** Asks for a payment to be confirmed, or cancelled, in the transaction. The same key asks once. */
  readonly sendConfirmation: (
    trx: Transaction<Tables>,
    confirmation: Confirmation & { readonly attemptId: string },
  ) => Promise<void>;
  /** Asks for the last check of an order, in the transaction: `round` 0 after its expiry, 1 a day later. */
  readonly sendExpiry: (trx: Transaction<Tables>, orderId: string, round: 0 | 1, startAfter: Date) => Promise<void>;
  readonly paying: SingleFlight<OpenedPayment>;
  readonly opening: SingleFlight<Opened>;
  readonly reading: SingleFlight<void>;
}
