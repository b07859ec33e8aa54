// The browser adapter of a sign-in method takes the player through the vendor's pages and returns the login block that
// the server verifies. It must not store anything, and every wait must have a timeout.

/** The specification fixes the texts of `message`. */
export type SignInOutcome =
  | { readonly outcome: 'proved'; readonly login: object }
  | { readonly outcome: 'cancelled'; readonly message: string }
  | { readonly outcome: 'failed'; readonly message: string };

/** The popup is opened during the click, with a page of ours, because browsers block popups that are opened later. */
export interface SignInPopup {
  go(address: string): void;
  /**
   * Resolves with the first message that `pick` accepts. `closed`: the player closed the popup, or ten minutes passed.
   */
  message<T>(pick: (data: unknown, origin: string) => T | undefined): Promise<T | 'closed'>;
  close(): void;
}

export interface IdentityBrowserHost {
  /** Undefined if the browser blocks the popup. Call it during the click, before any await. */
  openPopup(): SignInPopup | undefined;
  /** Returns the JSON reply with any status. Rejects on a network error or after 10 s. */
  post(address: string, body: object): Promise<{ readonly status: number; readonly body: unknown }>;
  /** Our page that the vendor redirects to. It passes its URL to the window that opened it. */
  readonly returnUrl: string;
  /** The same page at the API's address, which the specification registers with vendors. */
  readonly apiReturnUrl: string;
  readonly locale: string;
  readonly log: { warn(text: string, detail?: unknown): void };
}

/** `calls`: the API calls of the identity's own routes, with the player's session. */
export interface ConnectionBrowserHost<Calls = unknown> extends IdentityBrowserHost {
  readonly calls: Calls;
}

/** For services that a player connects to a game. Rejects with the API's error, or if the service failed. */
export interface ConnectionBrowserAdapter<Options = unknown, Calls = unknown> {
  /** Called during the click. */
  connect(
    game: string,
    options: Options,
    host: ConnectionBrowserHost<Calls>,
  ): Promise<'connected' | 'cancelled' | 'blocked'>;
}

export interface SignInReturnMessage {
  readonly type: 'fxid-sign-in-return';
  readonly url: string;
  readonly form?: string;
}

export interface BrowserAdapter<Options = unknown> {
  /** Called during the click. `provider` is the button's name. */
  signIn(provider: string, options: Options, host: IdentityBrowserHost): Promise<SignInOutcome>;
  /**
   * Renders the vendor's own button over ours. Calls `done` after each attempt. Returns a function that removes
   * everything.
   */
  renderButton?(
    container: HTMLElement | null,
    options: Options,
    host: IdentityBrowserHost,
    done: (outcome: SignInOutcome) => void,
  ): () => void;
}
