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
  /** On a developer's laptop. */
  readonly lab?: boolean;
}
