declare global {
  interface Window {
    /** Set by the page before any script loads; readable once. */
    fxidLinkToken?: string;
  }
}

/** The token of the sign-in link that opened this page. It can be taken once. */
export const readLinkToken = (): string | undefined => window.fxidLinkToken;
