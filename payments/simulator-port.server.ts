// The simulator of a payment provider, for the lab and tests. It implements the provider's API, its payment script or
// page, and signed webhooks. The production adapter runs on it with different settings only.
import type { FastifyInstance } from 'fastify';
import type { SimulatedWebhook } from '#kit/simulator-webhooks.server.ts';

export interface PaymentSimulatorEnvironment {
  /** Where it is mounted, seen from the server and the browser alike, such as `http://localhost:8080/lab/vendors/stripe`. */
  readonly at: string;
  /** Where it sends webhooks, such as `http://localhost:8080/api/v1/hooks/stripe`. */
  readonly hookUrl: string;
  /** Whether it simulates the live system rather than the provider's sandbox. */
  readonly isLive?: boolean;
  /** How it reads a public page of the portal in tests without a network; default: by HTTP. */
  readonly readPage?: (address: string) => Promise<string>;
  readonly now: () => Date;
}

/** An action of the buyer on the provider's page, or of the provider. `title` is the button's text. */
export interface SimulatorAction {
  readonly name:
    | 'pay'
    | 'decline'
    | 'pay later'
    | 'expire'
    | 'refund'
    | 'refund half'
    | 'dispute'
    | 'lose dispute'
    | 'win dispute';
  readonly title: string;
}

export interface MoneyTotals {
  readonly chargedMinor: number;
  readonly returnedMinor: number;
}

/** A payment, by its attempt. `reply` is needed for providers that learn of a payment only from the buyer's browser. */
export interface SimulatedPaymentReference {
  readonly attemptId: string;
  readonly reply?: unknown;
}

export type { SimulatedWebhook } from '#kit/simulator-webhooks.server.ts';

export interface PaymentSimulator {
  /** Mounts the provider's API, pages and scripts. The application has the prefix of `place.at` already. */
  mount(app: FastifyInstance, place: PaymentSimulatorEnvironment): Promise<void>;
  settings(place: PaymentSimulatorEnvironment): object;
  /**
   * Performs an action on the attempt's payment and returns the provider's webhooks without sending them. Returns none
   * for an action that the provider does not have; every-provider.server.test.ts lists those with the reason.
   */
  act(
    act: SimulatorAction['name'],
    payment: SimulatedPaymentReference,
    place: PaymentSimulatorEnvironment,
  ): Promise<readonly SimulatedWebhook[]>;
  /** Payments begin in the buyer's browser. The provider has no payment page, and only it knows the payment's id. */
  readonly beginsInBrowser?: true;
  /** The amounts charged and returned for an attempt by the provider's records, including lost disputes. */
  sum(payment: { attemptId: string }, place: PaymentSimulatorEnvironment): MoneyTotals;
  /** Sends webhooks as the provider would: one after the other, with a limited number of retries. */
  send(webhooks: readonly SimulatedWebhook[], place: PaymentSimulatorEnvironment): Promise<void>;
}
