// What the browser side of a simulated platform is: the page that frames the player, as far as the platform's own page talks to
// it. It runs in the lab, never in the portal, and speaks the platform's messages to the frame.
import type { SimulatedPlayer, Scenario } from './scenario.ts';

export interface Question {
  readonly title: string;
  readonly text: string;
  /** The first is the one that a person who agrees takes. */
  readonly answers: readonly { readonly name: string; readonly title: string }[];
}

/** What the lab gives to a simulated page. */
export interface SimulatedStage {
  readonly scenario: Scenario;
  readonly player: SimulatedPlayer;
  /** Where the platform's server side is mounted. */
  readonly at: string;
  /** What the device's frame lays over the edges of the game, in CSS pixels; absent: nothing. */
  readonly insets?: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };
  /** Sends a message to the player's window, and to its origin alone. */
  post(message: unknown): void;
  /** Messages of the player's window; the function that comes back ends it. */
  listen(heard: (message: unknown) => void): () => void;
  /** Shows a dialog over the game, as the platform would, and gives the name of the answer; closed by its cross: the last one. */
  ask(question: Question): Promise<string>;
  /** Tells for a moment that something has happened which the platform would show elsewhere: a post, an opened page. */
  notify(text: string): void;
  /** Shows or takes away a banner at the edge, and gives its height. */
  banner(edge: 'top' | 'bottom' | undefined): number;
  /** Asks the platform's server side; rejects with what it answered. */
  fetch(path: string, body?: object): Promise<unknown>;
  /** A line of the log: what the player's page called and what it was answered. */
  log(line: {
    readonly direction: 'call' | 'answer' | 'event';
    readonly name: string;
    readonly detail?: unknown;
    readonly id?: string;
  }): void;
}

export interface FrameRights {
  readonly allow: readonly string[];
  readonly basis: 'known' | 'assumed' | 'no frame';
}

export interface HostPage {
  /** What the page is called in its own bar, and the colours that it is known by. */
  readonly look: { readonly title: string; readonly bar: string; readonly text: string; readonly page: string };
  /** What the platform's page lets a game do in its frame, as words of `allow`. `known`: by the platform's own word or code. */
  readonly rights: FrameRights;
  /** Begins to answer the player's window. The function that comes back takes everything away. */
  start(stage: SimulatedStage): () => void;
}
