import type { SimulatedPlayer, Scenario } from '#platforms/scenario.ts';
import type { SimulatedDevice } from './devices.ts';

export interface HostPageData {
  readonly module: string;
  /** The player's page, or that of the bundle which opens it. */
  readonly playerUrl: string;
  /** The form fields that are posted into the frame. Absent if the frame opens the address. */
  readonly posted?: Readonly<Record<string, string>>;
  /** The origin of `playerUrl`. */
  readonly frameOrigin: string;
  readonly portalOrigin: string;
  /** The vendor's server as the simulated page sees it (`at`), and as this page reaches it (`vendorPath`). */
  readonly at: string;
  readonly vendorPath: string;
  readonly scenario: Scenario;
  readonly player: SimulatedPlayer;
  readonly device: SimulatedDevice;
}
