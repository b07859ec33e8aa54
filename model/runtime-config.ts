// The configuration that the portal's script reads from the global `fxidConfig` when it starts. The server writes it
// into the page; operators who host only the portal's files can write it by hand.
export interface RuntimeConfig<Portal = unknown> {
  readonly routerType: 'browser' | 'hash';
  readonly basePath: string;
  /** Set if the site is for this one game. */
  readonly game?: string;
  /** The platform adapter for all pages. */
  readonly adapter?: string;
  /** The portal's public configuration: names, logos, theme. */
  readonly portal?: Portal;
  /** The DSN for error reports. If absent, errors are not reported. */
  readonly errorDsn?: string;
  readonly logLevel?: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** Enables the debugging flags in the URL. `remoteDebugUrl` is the script that the flag `remotejs` loads. */
  readonly debugTools?: boolean;
  readonly remoteDebugUrl?: string;
  /** The legal documents of the portal, or of the one game. Absent if unknown. */
  readonly documents?: readonly PortalDocument[];
  /** The buttons of the sign-in modal, by provider. */
  readonly signIn?: Readonly<Record<string, SignInMethod>>;
  /** Display names of the identity types. */
  readonly identityTitles?: Readonly<Record<string, string>>;
  /** The URL of the frame in which the captcha runs. */
  readonly captchaUrl?: string;
  /** The URL of the frame in which providers' payment forms run. */
  readonly checkoutUrl?: string;
  /** The URL of the frame in which ads run. */
  readonly adsUrl?: string;
  /** The payment providers by their names in the API. */
  readonly paymentOptions?: Readonly<Record<string, PaymentProviderOption>>;
  /** The address of games that the portal's server hosts; `{game}` stands for the game's name. */
  readonly gamesUrl?: string;
  /** On a developer's machine: the origins of the lab pages, which may frame the portal. */
  readonly lab?: readonly string[];
}

export interface PortalDocument {
  readonly type: 'TOS' | 'PP';
  /** Players must accept the document. */
  readonly isRequired: boolean;
}

/** A payment provider: the folder of its browser adapter, the name of its API block, and its display name. */
export interface PaymentProviderOption {
  readonly folder: string;
  readonly key: string;
  readonly title: string;
}

/** A sign-in method: the folder of its browser adapter, and its names in the API. */
export interface SignInMethod {
  readonly folder: string;
  /** The `AuthenticationType` in the API call. */
  readonly id: string;
  /** The name of its login block in the API call. */
  readonly key: string;
  readonly title: string;
  /** The identity type that it proves. */
  readonly identityType: string;
  /** The public settings of its browser adapter. */
  readonly options?: unknown;
}
