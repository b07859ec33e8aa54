// The simulator of a payment provider, for the lab and tests. The production adapter runs against it with different
// settings only.
import type { FastifyInstance } from 'fastify';
import type { SimulatedWebhook } from '#kit/simulator-webhooks.server.ts';

export interface PaymentSimulatorEnvironment {
  /** The base URL, for both server and browser, such as `http://localhost:8080/lab/vendors/stripe`. */
  readonly at: string;
  /** Webhooks go to this address, such as `http://localhost:8080/api/v1/hooks/stripe`. */
  readonly hookUrl: string;
  /** Simulates the live system rather than the provider's sandbox. */
  readonly isLive?: boolean;
  /** Reads a public page of the portal in tests without a network. */
  readonly readPage?: (address: string) => Promise<string>;
  readonly now: () => Date;
}

/** An action of the buyer or the provider. `title` is the button's text. */
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

export interface ChargedAndReturned {
  readonly chargedMinor: number;
  readonly returnedMinor: number;
}

/** `reply` is needed for providers that learn of a payment only from the buyer's browser. */
export interface SimulatedPaymentReference {
  readonly attemptId: string;
  readonly reply?: unknown;
}

export type { SimulatedWebhook } from '#kit/simulator-webhooks.server.ts';

export interface PaymentSimulator {
  /** The app already has the prefix of `place.at`. */
  mount(app: FastifyInstance, place: PaymentSimulatorEnvironment): Promise<void>;
  settings(place: PaymentSimulatorEnvironment): object;
  /**
   * Returns the provider's webhooks without sending them. Returns none for an action that the provider does not have.
   */
  act(
    act: SimulatorAction['name'],
    payment: SimulatedPaymentReference,
    place: PaymentSimulatorEnvironment,
  ): Promise<readonly SimulatedWebhook[]>;
  /** The provider has no payment page, and only it knows the payment's id. */
  readonly beginsInBrowser?: true;
  /** Sums the provider's records, including lost disputes. */
  sum(payment: { attemptId: string }, place: PaymentSimulatorEnvironment): ChargedAndReturned;
  /** Sends one after the other, with a limited number of retries. */
  send(webhooks: readonly SimulatedWebhook[], place: PaymentSimulatorEnvironment): Promise<void>;
}
