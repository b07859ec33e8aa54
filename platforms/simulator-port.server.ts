// What the server side of a simulated platform is: a program that speaks the platform's protocol, on a laptop and in tests. It
// signs starts and purchases as the platform does, has the platform's API, and sends its webhooks. The production adapter runs on top
// of it with nothing but other settings.
import type { FastifyInstance } from 'fastify';
import type { SimulatedWebhook } from '#kit/simulator-webhooks.server.ts';
import type { SimulatedPlayer, Scenario } from './scenario.ts';

export interface SimulatorPlace {
  /** Where it is mounted, seen from the server and the browser alike, such as `http://localhost:8080/lab/vendors/telegram`. */
  readonly at: string;
  /** Where it sends webhooks, such as `http://localhost:8080/api/v1/hooks/telegram`. */
  readonly hookUrl: string;
  /** Whether it plays the vendor as it is in life, with live keys and money that counts; else it is the vendor's sandbox. */
  readonly isLive?: boolean;
  /** The origin of the lab's pages, which frame the player there; absent where nothing frames it, as in most tests. */
  readonly pageOrigin?: string;
  readonly now: () => Date;
}

/** What the platform adds to the address of the game when somebody starts it. */
export interface Launch {
  readonly query?: Readonly<Record<string, string>>;
  /** Without the `#`. */
  readonly fragment?: string;
  /** Where its page posts a form into the frame instead: to a call of its manifest that answers with a page. */
  readonly post?: { readonly call: string; readonly fields: Readonly<Record<string, string>> };
}

/**
 * How a login for the family suite is made. `good` is one that must be accepted; `changed` has one byte changed; `foreign` is
 * signed with another secret; `other game` is the platform's honest word for another game; `stale` is past its time; `future` is
 * from a clock that is ahead.
 */
export type LoginKind = 'good' | 'changed' | 'foreign' | 'other game' | 'stale' | 'future';

/** An order as the buyer's browser knows it. */
export interface SimulatedPurchase {
  readonly orderId: string;
  readonly attemptId: string;
  readonly sku: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly payerId: string;
}

export interface PlatformSimulator {
  /** Mounts the platform's API, scripts and pages, and what its own browser side asks. The prefix of `place.at` is there already. */
  mount(app: FastifyInstance, place: SimulatorPlace): Promise<void>;
  /** The settings with which the production adapter talks to it. */
  settings(place: SimulatorPlace): object;
  launch(player: SimulatedPlayer, scenario: Scenario, place: SimulatorPlace): Promise<Launch>;
  /** A login as a browser would bring it; undefined where the platform has no such thing, with the reason in the suite. */
  login(kind: LoginKind, player: SimulatedPlayer, place: SimulatorPlace): Promise<object | undefined>;
  /** The manifest's block in the request for a payment, as the browser adapter would send it; absent where the manifest has none. */
  paymentRequest?(player: SimulatedPlayer, place: SimulatorPlace): Promise<object>;
  /** Where the platform takes money and tells us by webhooks. Unsent, in the order in which it sends them. */
  readonly webhooks?: {
    /** Asks whether the order may be paid; absent where the platform does not ask. */
    ask?(purchase: SimulatedPurchase, place: SimulatorPlace): Promise<SimulatedWebhook>;
    paid(purchase: SimulatedPurchase, place: SimulatorPlace): Promise<SimulatedWebhook>;
    /** Absent where the platform never tells of money that went back. */
    refunded?(purchase: SimulatedPurchase, place: SimulatorPlace): Promise<SimulatedWebhook>;
  };
}
