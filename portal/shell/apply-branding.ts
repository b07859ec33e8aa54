import type { PortalConfig } from '#contract/config.ts';

/** Puts a portal's own name and design tokens in the place of ours. Only tokens that exist, and only plain values. */
export function applyBranding(branding: PortalConfig['CompanyBranding'] | undefined): void {
  if (!branding) return;
  if (document.title === '') document.title = branding.Name;
  const { scheme, ...tokens } = branding.Theme ?? {};
  if (scheme === 'light') document.documentElement.dataset['scheme'] = 'light';
  for (const [token, value] of Object.entries(tokens)) {
    if (/^[\w#%.,()\s-]+$/.test(value)) document.documentElement.style.setProperty(`--${token}`, value);
  }
}
