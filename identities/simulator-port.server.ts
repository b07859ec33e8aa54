// The simulator of a vendor, for the lab and tests. The production adapter runs against it with only different
// settings.
import type { FastifyInstance } from 'fastify';

export interface SimulatedPerson {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

export interface SimulatorEnvironment {
  /** The base URL, for both server and browser, such as `http://localhost:8080/lab/vendors/vkid`. */
  readonly at: string;
  /** The portal's URL, if its origin differs from the simulator's. */
  readonly portalUrl?: string;
  readonly now: () => Date;
}

/**
 * Kinds of logins for the tests of all identities. `good` must be accepted; `changed` has one byte of its signature or
 * code changed; `foreign` is genuine but for another client; `stale` has expired; `used` was verified before, if the
 * vendor's codes work once.
 */
export type TestLoginKind = 'good' | 'changed' | 'foreign' | 'stale' | 'used';

export interface IdentitySimulator {
  /** Mounts the vendor's pages and API. The app already has the prefix of `place.at`. */
  mount(app: FastifyInstance, place: SimulatorEnvironment): Promise<void>;
  /** The settings with which the production adapter connects to it. */
  settings(place: SimulatorEnvironment): object;
  /**
   * Creates a login block as a browser would send it. Undefined: the vendor has no such login; the tests give the
   * reason.
   */
  login(kind: TestLoginKind, person: SimulatedPerson, place: SimulatorEnvironment): Promise<object | undefined>;
}
