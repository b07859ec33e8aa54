import type { PortalConfig } from '#contract/config.ts';

/** The portal's own colours, which a page has before its program runs. Only plain values. */
export function buildTheme(theme: PortalConfig['CompanyBranding']['Theme']): { css: string; isLight: boolean } {
  const { scheme, ...tokens } = theme ?? {};
  const lines = Object.entries(tokens)
    .filter(([token, value]) => /^[\w-]+$/.test(token) && /^[\w#%.,()\s-]+$/.test(value))
    .map(([token, value]) => `--${token}:${value}`);
  // Above the rules of either scheme.
  return { css: lines.length === 0 ? '' : `:root:root:root{${lines.join(';')}}`, isLight: scheme === 'light' };
}
