// The bundle that is uploaded to Facebook: a page that runs Facebook's script and frames the player.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Static } from 'typebox';
import type { BundleRequest, PlatformBundle } from '../port.server.ts';
import type { facebookinstantgames } from './platform.ts';

export async function buildBundle(
  { title, orientation, playerUrl, webhookUrl }: BundleRequest,
  { SdkUrl: sdkUrl = 'https://connect.facebook.net/en_US/fbinstant.8.0.js' }: Pick<Settings, 'SdkUrl'>,
): Promise<PlatformBundle> {
  const { host } = new URL(playerUrl);
  const screen = orientation?.toUpperCase();
  const config = {
    instant_games: {
      navigation_menu_version: 'NAV_FLOATING',
      ...(screen !== undefined && { orientation: screen, override_web_orientation: screen }),
    },
  };
  return {
    files: {
      'index.html': renderPage({ title, playerUrl, sdkUrl }),
      'fbapp-config.json': `${JSON.stringify(config, undefined, 2)}\n`,
      'relay.js': await readFile(join(import.meta.dirname, 'bundle-relay.js'), 'utf8'),
      'style.css': style,
    },
    allowedHosts: { 'frame-src': [host] },
    steps: [
      'developers.facebook.com/apps → your app → Use cases → Customize "Launch a game on Facebook".',
      'Network Connection Settings: choose Zero Permissions. Facebook accepts no other games.',
      `Content Security Policy: add ${host} (without https://) with the directive frame-src.`,
      'Web Hosting: upload the ZIP file, press Play to try it, then push it to production.',
      `Webhook: callback ${webhookUrl}, with the WebhookVerifyToken of the settings.`,
      'App Review: request "Instant Games Zero Permission Access". It needs business verification.',
      'Upload again only after this portal has moved to another address: new builds of the game need no upload.',
    ],
  };
}

type Settings = Static<(typeof facebookinstantgames)['settings']>;

const permissions = [
  'autoplay',
  'clipboard-write',
  'fullscreen',
  'gamepad',
  'screen-wake-lock',
  'accelerometer',
  'gyroscope',
  'magnetometer',
];

// No inline script or style: Facebook's policy may refuse them. The player reads the referrer to see who frames it.
const renderPage = (page: { readonly title: string; readonly playerUrl: string; readonly sdkUrl: string }): string =>
  `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, user-scalable=no">
<title>${escapeHtml(page.title)}</title>
<link rel="stylesheet" href="style.css">
<script src="${escapeHtml(page.sdkUrl)}" data-sdk></script>
</head>
<body>
<iframe data-src="${escapeHtml(page.playerUrl)}" title="${escapeHtml(page.title)}" allow="${permissions.join('; ')}" referrerpolicy="origin"></iframe>
<script src="relay.js"></script>
</body>
</html>
`;

const style = `html, body { height: 100%; margin: 0; background: #000; overflow: hidden; }
iframe { display: block; width: 100%; height: 100%; border: 0; }
`;

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');
