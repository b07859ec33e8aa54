// The server of a simulated platform, for the lab and tests. The production adapter runs against it with only different
// settings.
import type { FastifyInstance } from 'fastify';
import type { SimulatedWebhook } from '#kit/simulator-webhooks.server.ts';
import type { SimulatedPlayer, Scenario } from './scenario.ts';

export interface SimulatorEnvironment {
  /** The base URL, for both server and browser, such as `http://localhost:8080/lab/vendors/telegram`. */
  readonly at: string;
  /** Where webhooks are sent, such as `http://localhost:8080/api/v1/hooks/telegram`. */
  readonly hookUrl: string;
  /** Whether it simulates live keys and real money. Otherwise it is the vendor's sandbox. */
  readonly isLive?: boolean;
  /** The origin of the lab's pages that frame the player. Absent if nothing frames it, as in most tests. */
  readonly pageOrigin?: string;
  readonly now: () => Date;
}

export interface LaunchParameters {
  readonly query?: Readonly<Record<string, string>>;
  /** Without the `#`. */
  readonly fragment?: string;
  /** Set if the platform posts a form into the frame instead: the manifest's call that replies with a page. */
  readonly post?: { readonly call: string; readonly fields: Readonly<Record<string, string>> };
  /** Set if the platform opens the adapter's bundle, which opens the player: the query of the bundle's page. */
  readonly bundle?: { readonly query: Readonly<Record<string, string>> };
}

/**
 * Kinds of logins for the tests of all platforms. `good` must be accepted; `changed` has one byte changed; `foreign` is
 * signed with another secret; `other game` is genuine but for another game; `stale` has expired; `future` was signed by
 * a clock that is ahead.
 */
export type TestLoginKind = 'good' | 'changed' | 'foreign' | 'other game' | 'stale' | 'future';

export interface SimulatedPurchase {
  readonly orderId: string;
  readonly attemptId: string;
  readonly sku: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly payerId: string;
}

export interface PlatformSimulator {
  /**
   * Mounts the platform's API, scripts and pages, and the endpoints for its simulated page. The app already has the
   * prefix of `place.at`.
   */
  mount(app: FastifyInstance, place: SimulatorEnvironment): Promise<void>;
  settings(place: SimulatorEnvironment): object;
  launch(player: SimulatedPlayer, scenario: Scenario, place: SimulatorEnvironment): Promise<LaunchParameters>;
  /**
   * Creates a login block as a browser would send it. Undefined: the platform has no such login (see
   * `test-exceptions.ts`).
   */
  login(kind: TestLoginKind, player: SimulatedPlayer, place: SimulatorEnvironment): Promise<object | undefined>;
  paymentRequest?(player: SimulatedPlayer, place: SimulatorEnvironment): Promise<object>;
  /** The webhooks of a platform that takes money, not yet sent, in the order in which it sends them. */
  readonly webhooks?: {
    /** Queries whether the order may be paid. Absent if the platform doesn't query. */
    ask?(purchase: SimulatedPurchase, place: SimulatorEnvironment): Promise<SimulatedWebhook>;
    paid(purchase: SimulatedPurchase, place: SimulatorEnvironment): Promise<SimulatedWebhook>;
    /** Absent if the platform sends no refund webhooks. */
    refunded?(purchase: SimulatedPurchase, place: SimulatorEnvironment): Promise<SimulatedWebhook>;
  };
}
