// What the page tells the portal's program before it starts: the global object `fxidConfig`. The server writes it into the
// page; somebody who hosts the portal's files alone may write it by hand.
export interface RuntimeConfig<Portal = unknown> {
  readonly routerType: 'browser' | 'hash';
  readonly basePath: string;
  /** A site for this one game. */
  readonly game?: string;
  /** The adapter that every page uses. */
  readonly adapter?: string;
  /** The portal's public configuration: names, logos, theme. */
  readonly portal?: Portal;
  /** Where errors are reported to; absent: nowhere. */
  readonly errorDsn?: string;
  readonly logLevel?: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** Whether the debugging flags of the address work, and what `remotejs` loads. */
  readonly debugTools?: boolean;
  readonly remoteDebugUrl?: string;
  /** The documents that there are for every visitor: those of the portal, or of the one game. Absent: nobody knows. */
  readonly documents?: readonly PortalDocument[];
  /** The buttons of the sign-in modal, by provider, and who stands behind each. */
  readonly signIn?: Readonly<Record<string, SignInMethod>>;
  /** What the types of identity are called. */
  readonly identityTitles?: Readonly<Record<string, string>>;
  /** Where the captcha runs, in a frame of its own. */
  readonly captchaUrl?: string;
  /** Where providers' payment forms run, in a frame of its own. */
  readonly checkoutUrl?: string;
  /** Where advertisements run, in a frame of its own. */
  readonly adsUrl?: string;
  /** The payment providers by their names on the wire. */
  readonly paymentOptions?: Readonly<Record<string, ProviderWay>>;
  /** Where the games are that the portal's own server serves; `{game}` stands for the name of one. */
  readonly gamesUrl?: string;
  /** On a developer's laptop: the origins of the lab's pages, which may frame the portal. */
  readonly lab?: readonly string[];
}

export interface PortalDocument {
  readonly type: 'TOS' | 'PP';
  /** Players have to accept it. */
  readonly isRequired: boolean;
}

/** A payment provider as the portal needs it: the folder of its browser adapter, how its block is called, and what people call it. */
export interface ProviderWay {
  readonly folder: string;
  readonly key: string;
  readonly title: string;
}

/** A way to sign in as the portal needs it: the folder of its browser adapter, and how its login is called on the wire. */
export interface SignInMethod {
  readonly folder: string;
  /** The `AuthenticationType` of the call. */
  readonly id: string;
  /** The name of its login block. */
  readonly key: string;
  readonly title: string;
  /** The type of identity that it proves. */
  readonly identityType: string;
  /** The public settings that its browser adapter works with. */
  readonly options?: unknown;
}
