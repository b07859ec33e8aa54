// What the simulator of a vendor is: a program that speaks the vendor's protocol, on a laptop and in tests. The production
// half runs on top of it with nothing but other settings.
import type { FastifyInstance } from 'fastify';

export interface SimulatedPerson {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

export interface SimulatorPlace {
  /** Where it is mounted, seen from the server and the browser alike, such as `http://localhost:8080/lab/vendors/vkid`. */
  readonly at: string;
  /** Where the portal is, when it is not at the origin of the simulator. */
  readonly portalUrl?: string;
  readonly now: () => Date;
}

/**
 * How a login for the family suite is made. `good` is one that must be accepted; `changed` has one byte of its signature or
 * code changed; `foreign` is the vendor's honest answer for another client than ours; `stale` is past its time; `used` has
 * been verified once before, where the vendor's codes work once.
 */
export type LoginKind = 'good' | 'changed' | 'foreign' | 'stale' | 'used';

export interface Simulator {
  /** Mounts the vendor's pages and calls. The application has the prefix of `place.at` already. */
  mount(app: FastifyInstance, place: SimulatorPlace): Promise<void>;
  /** The settings with which the production adapter talks to it. */
  settings(place: SimulatorPlace): object;
  /** A login as a browser would bring it; undefined where the vendor has no such thing, with the reason in the suite. */
  login(kind: LoginKind, person: SimulatedPerson, place: SimulatorPlace): Promise<object | undefined>;
}
