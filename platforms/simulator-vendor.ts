// The interface between browser adapter tests, which run in jsdom, and the simulated platform's server, which runs in
// Node.
import type { SimulatedPlayer, Scenario } from './scenario.ts';

export interface SimulatedVendor {
  readonly at: string;
  readonly data: Readonly<Record<string, unknown>>;
  launch(player: SimulatedPlayer, scenario: Scenario): Promise<SimulatedLaunch>;
  /** Sends a request to the simulated server: a POST if there is a body, otherwise a GET for a script. */
  request(path: string, call: { readonly body?: object; readonly referer?: string }): Promise<SimulatedVendorResponse>;
  verify(login: unknown): Promise<{ readonly outcome: string }>;
  call(name: string, input: object): Promise<unknown>;
  openOrder(): Promise<unknown>;
  close(): Promise<void>;
}

export interface SimulatedLaunch {
  /** The player's page. */
  readonly address: URL;
  /** The page of the adapter's bundle, if the platform opens that. */
  readonly bundle?: { readonly address: URL; readonly files: Readonly<Record<string, string>> };
}

export interface SimulatedVendorResponse {
  readonly status: number;
  readonly text: string;
}
