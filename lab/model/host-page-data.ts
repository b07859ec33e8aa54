import type { SimulatedPlayer, Scenario } from '#platforms/scenario.ts';
import type { SimulatedDevice } from './devices.ts';

/** Data that the server passes to the page of a simulated platform. */
export interface HostPageData {
  /** The module of the simulated platform's page. */
  readonly module: string;
  readonly playerUrl: string;
  /** The form fields that are posted into the frame. Without them the frame opens the address. */
  readonly posted?: Readonly<Record<string, string>>;
  readonly portalOrigin: string;
  /** The vendor's server as the simulated page sees it (`at`), and as this page reaches it (`vendorPath`). */
  readonly at: string;
  readonly vendorPath: string;
  readonly scenario: Scenario;
  readonly player: SimulatedPlayer;
  readonly device: SimulatedDevice;
}
