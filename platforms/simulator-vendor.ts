// What tests of browser adapters see of a simulated platform's server side. It runs in Node and they run in a document, so that the
// two know each other by this alone.
import type { SimulatedPlayer, Scenario } from './scenario.ts';

export interface SimulatorVendor {
  /** Where its scripts and its API are, by their addresses. */
  readonly at: string;
  /** What of its settings the browser adapter gets. */
  readonly data: Readonly<Record<string, unknown>>;
  /** The address as the platform calls it when somebody starts the game. */
  launch(player: SimulatedPlayer, scenario: Scenario): Promise<URL>;
  /** A call of the platform's page with a body, or of a browser that loads a script. */
  ask(path: string, call: { readonly body?: object; readonly referer?: string }): Promise<VendorAnswer>;
  /** What the production server adapter says to a proof. */
  verify(login: unknown): Promise<{ readonly outcome: string }>;
  /** What the production server adapter answers to a call of its manifest, for whoever plays there. */
  call(name: string, input: object): Promise<unknown>;
  /** The block with which the production server adapter opens an order; undefined where the manifest has none. */
  openOrder(): Promise<unknown>;
  close(): Promise<void>;
}

export interface VendorAnswer {
  readonly status: number;
  readonly text: string;
}
