// The page's policy of Trusted Types. Mantine writes its style sheets with innerHTML, and style sheets need no tags: text
// with a `<` is refused, and so is every script.

interface TrustedTypesGlobal {
  readonly trustedTypes?: {
    createPolicy(name: string, rules: { createHTML(text: string): string }): unknown;
  };
}

export function installTrustedTypes(): void {
  (globalThis as TrustedTypesGlobal).trustedTypes?.createPolicy('default', { createHTML: requireNoTags });
}

export function requireNoTags(text: string): string {
  if (text.includes('<')) throw new TypeError('The console writes no HTML: see console/trusted-types.ts.');
  return text;
}

/** The nonce of this page, for style elements. */
export const readStyleNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
