// The configuration that the portal's script reads from the global `fxidConfig`. The server writes it into the page;
// operators who host only the portal's files write it by hand.
export interface RuntimeConfig<Portal = unknown> {
  readonly routerType: 'browser' | 'hash';
  readonly basePath: string;
  readonly game?: string;
  readonly adapter?: string;
  readonly portal?: Portal;
  /** The DSN for error reports. If absent, errors are not reported. */
  readonly errorDsn?: string;
  readonly logLevel?: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** Enables the debugging flags in the URL. `remoteDebugUrl` is the script that the flag `remotejs` loads. */
  readonly debugTools?: boolean;
  readonly remoteDebugUrl?: string;
  /** The operator's tag manager. If absent, no tags are loaded. */
  readonly tagManager?: TagManagerConfig;
  /** The legal documents of the portal, or of the one game. Absent if unknown. */
  readonly documents?: readonly PortalLegalDocument[];
  readonly signIn?: Readonly<Record<string, SignInMethod>>;
  readonly identityTitles?: Readonly<Record<string, string>>;
  /** The URLs of the frames for captcha, payment forms and ads. */
  readonly captchaUrl?: string;
  readonly checkoutUrl?: string;
  readonly adsUrl?: string;
  readonly paymentOptions?: Readonly<Record<string, PaymentProviderOption>>;
  /** The address of games that the portal's server hosts; `{game}` stands for the game's name. */
  readonly gamesUrl?: string;
  /** On a developer's machine: the origins of the lab pages, which may frame the portal. */
  readonly lab?: readonly string[];
}

export interface TagManagerConfig {
  /** The container's script. */
  readonly url: string;
  /** How email addresses reach the data layer. If absent, they don't. */
  readonly email?: 'hashed' | 'plain';
}

export interface PortalLegalDocument {
  readonly type: 'TOS' | 'PP';
  readonly isRequired: boolean;
}

export interface PaymentProviderOption {
  readonly folder: string;
  readonly key: string;
  readonly title: string;
}

/** `folder` is the folder of the method's browser adapter. */
export interface SignInMethod {
  readonly folder: string;
  /** The `AuthenticationType` in the API call. */
  readonly id: string;
  readonly key: string;
  readonly title: string;
  readonly identityType: string;
  readonly options?: unknown;
}
