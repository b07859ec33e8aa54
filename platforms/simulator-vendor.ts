// The interface between browser adapter tests, which run in jsdom, and the simulated platform's server, which runs in
// Node.
import type { SimulatedPlayer, Scenario } from './scenario.ts';

export interface SimulatedVendor {
  readonly at: string;
  readonly data: Readonly<Record<string, unknown>>;
  launch(player: SimulatedPlayer, scenario: Scenario): Promise<URL>;
  /** Sends a request to the simulated server: a POST if there is a body, otherwise a GET for a script. */
  request(path: string, call: { readonly body?: object; readonly referer?: string }): Promise<SimulatedVendorResponse>;
  verify(login: unknown): Promise<{ readonly outcome: string }>;
  call(name: string, input: object): Promise<unknown>;
  openOrder(): Promise<unknown>;
  close(): Promise<void>;
}

export interface SimulatedVendorResponse {
  readonly status: number;
  readonly text: string;
}
