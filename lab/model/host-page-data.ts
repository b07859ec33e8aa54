import type { SimulatedPlayer, Scenario } from '#platforms/scenario.ts';
import type { Device } from './devices.ts';

/** What the page of a simulated platform is told by the server. */
export interface HostPageData {
  /** The address of the platform's own page, as a module. */
  readonly module: string;
  readonly playerUrl: string;
  /** The fields of the form that is posted there into the frame; absent: the frame opens the address. */
  readonly posted?: Readonly<Record<string, string>>;
  readonly portalOrigin: string;
  /** Where the platform's server side is, for the simulated page, and how this page reaches it. */
  readonly at: string;
  readonly vendorPath: string;
  readonly scenario: Scenario;
  readonly player: SimulatedPlayer;
  readonly device: Device;
}
