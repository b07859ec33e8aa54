import type { Static } from 'typebox';
import type { PortalConfig } from '#contract/config.ts';
import type { WebManifest } from '#model/game.ts';
import type { RuntimeConfig } from '#model/runtime-config.ts';

export function buildPortalManifest(
  { portal, basePath }: RuntimeConfig<PortalConfig>,
  portalTopicPrefix: string,
): Static<typeof WebManifest> {
  const branding = portal?.CompanyBranding;
  const mark = branding?.SquareLogoUrl ?? portalTopicPrefix;
  return {
    id: basePath,
    name: branding?.Name ?? 'FxId',
    short_name: branding?.ShortName ?? 'FxId',
    start_url: basePath,
    scope: basePath,
    display: 'standalone',
    orientation: 'any',
    background_color: '#0e1016',
    theme_color: '#0e1016',
    icons: [{ src: mark, sizes: 'any', type: mark.endsWith('.png') ? 'image/png' : 'image/svg+xml', purpose: 'any' }],
  };
}
