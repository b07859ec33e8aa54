import type { PortalConfig } from '#contract/config.ts';

/** The operator's colours. Only plain values are accepted, because they become CSS. */
export function buildThemeCss(theme: PortalConfig['CompanyBranding']['Theme']): { css: string; isLight: boolean } {
  const { scheme, ...tokens } = theme ?? {};
  const lines = Object.entries(tokens)
    .filter(([token, value]) => /^[\w-]+$/.test(token) && /^[\w#%.,()\s-]+$/.test(value))
    .map(([token, value]) => `--${token}:${value}`);
  // More specific than the rules of the light and dark schemes.
  return { css: lines.length === 0 ? '' : `:root:root:root{${lines.join(';')}}`, isLight: scheme === 'light' };
}
