// The simulator of a vendor, for the lab and tests. The production adapter runs against it with different settings
// only.
import type { FastifyInstance } from 'fastify';

export interface SimulatedPerson {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

export interface SimulatorEnvironment {
  /** The base URL, for both server and browser, such as `http://localhost:8080/lab/vendors/vkid`. */
  readonly at: string;
  /** Set only if the portal's origin differs from the simulator's. */
  readonly portalUrl?: string;
  readonly now: () => Date;
}

/**
 * `changed`: one byte of the signature or code differs. `foreign`: genuine, but for another client. `stale`: expired.
 * `used`: verified before.
 */
export type TestLoginKind = 'good' | 'changed' | 'foreign' | 'stale' | 'used';

export interface IdentitySimulator {
  /** The app already has the prefix of `place.at`. */
  mount(app: FastifyInstance, place: SimulatorEnvironment): Promise<void>;
  settings(place: SimulatorEnvironment): object;
  /** Creates a login block as a browser would send it. Undefined if the vendor has no such login. */
  login(kind: TestLoginKind, person: SimulatedPerson, place: SimulatorEnvironment): Promise<object | undefined>;
}
