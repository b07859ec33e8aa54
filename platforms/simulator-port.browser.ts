// The page of a simulated platform that frames the player. It runs in the lab, never in the portal.
import type { SimulatedPlayer, Scenario } from './scenario.ts';

export interface SimulatedDialog {
  readonly title: string;
  readonly text: string;
  /** The first is the one that agrees. */
  readonly answers: readonly { readonly name: string; readonly title: string }[];
}

/** An event that the developer sends to the game, such as a setting that a player changes on the platform. */
export interface SimulatedEvent {
  readonly title: string;
  send(): void;
}

/** What the lab provides to a simulated page. */
export interface SimulatorPageContext {
  readonly scenario: Scenario;
  readonly player: SimulatedPlayer;
  readonly at: string;
  /** How much the device covers of the game's edges, in CSS pixels. */
  readonly insets?: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };
  post(message: unknown): void;
  /** Listens to messages from the player's window. Returns a function that stops listening. */
  listen(heard: (message: unknown) => void): () => void;
  /** Shows a dialog over the game and returns the name of the chosen answer; the last one if the dialog is closed. */
  ask(question: SimulatedDialog): Promise<string>;
  /** Briefly shows what the platform would show elsewhere, such as a post or an opened page. */
  notify(text: string): void;
  /** Lists events for the developer to send. */
  offerEvents(events: readonly SimulatedEvent[]): void;
  /** Shows or removes a banner at the edge and returns its height. */
  banner(edge: 'top' | 'bottom' | undefined): number;
  /** Calls the platform's simulated server. Rejects on an error status. */
  fetch(path: string, body?: object): Promise<unknown>;
  log(line: {
    readonly direction: 'call' | 'answer' | 'event';
    readonly name: string;
    readonly detail?: unknown;
    readonly id?: string;
  }): void;
}

export interface FramePermissions {
  readonly allow: readonly string[];
  readonly basis: 'known' | 'assumed' | 'no frame';
}

export interface SimulatedHostPage {
  readonly appearance: { readonly title: string; readonly bar: string; readonly text: string; readonly page: string };
  /** The `allow` list of the platform's frame. `known`: from the platform's documentation or code. */
  readonly permissions: FramePermissions;
  start(stage: SimulatorPageContext): () => void;
}
