// What the browser adapter of a way to sign in is: it gets somebody through the vendor's pages and comes back with the login
// block that the server verifies. It must not keep anything, and every wait of it ends.

/** The text to show is one of the catalogue's, to the letter; the modal translates those that it knows. */
export type SignInOutcome =
  | { readonly outcome: 'proved'; readonly login: object }
  | { readonly outcome: 'cancelled'; readonly message: string }
  | { readonly outcome: 'failed'; readonly message: string };

/** A window of the vendor. It was opened in the click, on a page of ours, because a browser opens none later. */
export interface Popup {
  /** Sends it to an address. */
  go(address: string): void;
  /**
   * The first message that `pick` takes: from the page of ours to which the vendor returns (`origin` is our own), or from the
   * vendor's window itself. `closed`: the person closed it first, or ten minutes went by.
   */
  message<T>(pick: (data: unknown, origin: string) => T | undefined): Promise<T | 'closed'>;
  close(): void;
}

export interface BrowserHost {
  /** Opens the vendor's window; undefined where the browser refuses. To be called in the click, before anything is awaited. */
  openPopup(): Popup | undefined;
  /** Sends JSON, or a form, and gives the JSON of the answer, whatever its status; rejects without a network or after 10 s. */
  post(address: string, body: object): Promise<{ readonly status: number; readonly body: unknown }>;
  /** Where the vendor's page returns to: a page of ours that hands its address to the window that opened it. */
  readonly returnUrl: string;
  /** The language of the page. */
  readonly locale: string;
  readonly log: { warn(text: string, detail?: unknown): void };
}

/** What the page to which a vendor returns hands over. */
export interface ReturnMessage {
  readonly type: 'fxid-sign-in-return';
  /** The address in full, as the vendor called it. */
  readonly url: string;
  /** The form that was posted to it, where the vendor posts. */
  readonly form?: string;
}

export interface BrowserAdapter<Options = unknown> {
  /** Signs in at the vendor, by the button of a provider. Called in the click. */
  signIn(provider: string, options: Options, host: BrowserHost): Promise<SignInOutcome>;
  /**
   * Draws a button of the vendor's own into `container`, over ours. `done` hears how each try ended. What comes back takes
   * everything away again. Absent: our own button is the only one.
   */
  drawButton?(
    container: HTMLElement | null,
    options: Options,
    host: BrowserHost,
    done: (outcome: SignInOutcome) => void,
  ): () => void;
}
