// The browser adapter of a sign-in method. It takes the player through the vendor's pages and returns the login block
// that the server verifies. It must not store anything, and every wait must have a timeout.

/** `message` is a text of the specification's catalogue, verbatim; the modal translates the known ones. */
export type SignInOutcome =
  | { readonly outcome: 'proved'; readonly login: object }
  | { readonly outcome: 'cancelled'; readonly message: string }
  | { readonly outcome: 'failed'; readonly message: string };

/**
 * The vendor's popup window. It was opened during the click, with a page of ours, because browsers block popups that
 * are opened later.
 */
export interface SignInPopup {
  /** Navigates the popup to a URL. */
  go(address: string): void;
  /**
   * Resolves with the first message that `pick` accepts: from our return page (`origin` is ours) or from the vendor's
   * window. `closed`: the player closed the popup, or ten minutes passed.
   */
  message<T>(pick: (data: unknown, origin: string) => T | undefined): Promise<T | 'closed'>;
  close(): void;
}

export interface IdentityBrowserHost {
  /** Opens the popup. Undefined if the browser blocks it. Call it during the click, before any await. */
  openPopup(): SignInPopup | undefined;
  /** Posts JSON or a form and returns the JSON reply with any status. Rejects on a network error or after 10 s. */
  post(address: string, body: object): Promise<{ readonly status: number; readonly body: unknown }>;
  /** Our page that the vendor redirects to. It passes its URL to the window that opened it. */
  readonly returnUrl: string;
  /** The page's language. */
  readonly locale: string;
  readonly log: { warn(text: string, detail?: unknown): void };
}

/** The message that our return page sends. */
export interface ReturnMessage {
  readonly type: 'fxid-sign-in-return';
  /** The complete URL to which the vendor redirected. */
  readonly url: string;
  /** The posted form, if the vendor returns by POST. */
  readonly form?: string;
}

export interface BrowserAdapter<Options = unknown> {
  /** Signs in with one of the adapter's buttons (`provider`). Called during the click. */
  signIn(provider: string, options: Options, host: IdentityBrowserHost): Promise<SignInOutcome>;
  /**
   * Renders the vendor's own button into `container`, over ours. Calls `done` with the outcome of each attempt. Returns
   * a function that removes everything. Absent: only our own button is shown.
   */
  renderButton?(
    container: HTMLElement | null,
    options: Options,
    host: IdentityBrowserHost,
    done: (outcome: SignInOutcome) => void,
  ): () => void;
}
