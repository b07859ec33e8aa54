// The lab's first page: choose platform, game, player and scenario. The form also works without its script.
import { encodeQR } from 'qr';
import type { LabAddresses } from '#lab/lab-addresses.ts';
import type { LabShare } from '#lab/share/share-lab.ts';
import { labPath, withDefaultLabOptions, type LabOptions } from '#lab/model/lab-options.ts';
import { escapeHtml } from '#server/http/escape-html.ts';
import { renderLabOptionFields } from './lab-option-fields.ts';
import type { LabPage } from './send-lab-page.ts';

export interface LabPlatform {
  readonly folder: string;
  readonly title: string;
  readonly note: string;
}

export interface LabGame {
  readonly game: string;
  readonly title: string;
  readonly art: string;
  readonly isOwn: boolean;
}

export interface StartPageParams {
  readonly platforms: readonly LabPlatform[];
  readonly games: readonly LabGame[];
  readonly vendors: readonly { readonly title: string; readonly href: string }[];
  readonly place: LabAddresses;
}

export function renderStartPage({ platforms, games, vendors, place }: StartPageParams): LabPage {
  const [first] = games;
  const framed = platforms.find(({ folder }) => folder !== 'fxid') ?? platforms[0];
  const body = `<a class="skip" href="#try">Skip to the options</a>
<header class="bar"><h1><span class="mark">Lab</span> Try a game on any platform</h1>
<p>Everything here is simulated: no payments are made and no email is sent.</p></header>
<main class="start">
<form id="try" action="/lab/open" method="get">
<fieldset><legend>Platform</legend><div class="cards">${platforms.map((each) => platformCard(each, each === framed)).join('')}</div></fieldset>
<fieldset><legend>Game</legend><div class="cards">${games.map((each) => gameCard(each, each === first)).join('')}</div>
<p class="hint">Your own game: <code>npm start -- --game ./my-game</code> or <code>--game http://localhost:3000</code></p></fieldset>
${renderLabOptionFields(withDefaultLabOptions({}))}
<div class="open"><output id="address" aria-live="polite"></output><button class="main">Open</button></div>
</form>
<aside aria-label="More">
${place.share ? onPhone(place.share) : ''}
${first && framed ? shortcuts(framed.folder, first.game) : ''}
<section><h2>Pages</h2><ul>${listPages(place, games)
    .map(({ title, href }) => link(title, href))
    .join('')}</ul></section>
<section><h2>Simulated vendors</h2><ul>${vendors.map(({ title, href }) => link(title, href)).join('')}</ul></section>
</aside>
</main>`;
  return { title: 'Start', body, script: 'lab/page-scripts/start-page.browser.ts' };
}

const platformCard = ({ folder, title, note }: LabPlatform, isChosen: boolean): string =>
  `<label class="card"><input type="radio" name="platform" value="${escapeHtml(folder)}"${isChosen ? ' checked' : ''}>
<span class="name">${escapeHtml(title)}</span><span class="note">${escapeHtml(note)}</span></label>`;

const gameCard = ({ game, title, art, isOwn }: LabGame, isChosen: boolean): string =>
  `<label class="card"><input type="radio" name="game" value="${escapeHtml(game)}"${isChosen ? ' checked' : ''}>
<img src="${escapeHtml(art)}" alt="" width="56" height="56"><span class="name">${escapeHtml(title)}</span>
<span class="note">${isOwn ? '<strong>yours</strong> · ' : ''}<code>${escapeHtml(game)}</code></span></label>`;

const link = (title: string, href: string): string => `<li><a href="${escapeHtml(href)}">${escapeHtml(title)}</a></li>`;

function onPhone({ labOrigin, config: { publicUrl } }: LabShare): string {
  const address = `${labOrigin}/lab`;
  const rows = encodeQR(address, 'raw', { ecc: 'medium' });
  const path = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  const size = rows.length + 4;
  return `<section class="phone"><h2>On your phone</h2>
<svg class="qr" viewBox="-2 -2 ${size} ${size}" role="img" aria-label="${escapeHtml(`QR code for ${address}`)}" shape-rendering="crispEdges"><path d="M-2-2h${size}v${size}h-${size}z" fill="#fff"/><path d="${path}" fill="#000"/></svg>
<p>Scan the code with a phone on the same network. The browser warns about the self-signed certificate: choose “Advanced” and continue.</p>
<ul>${link(`Lab: ${address}`, address)}${link(`Portal: ${publicUrl.origin}`, publicUrl.origin)}</ul>
<p><strong>Anyone on this network can use this lab now.</strong></p></section>`;
}

/** Scenarios that many games fail at first. */
function shortcuts(folder: string, game: string): string {
  const tries: [title: string, choice: Partial<LabOptions>][] = [
    ['Payment succeeds, but is reported as cancelled', { payment: 'paid-but-cancelled' }],
    ['Payment webhook arrives twice', { payment: 'webhook-twice' }],
    ['No ad available', { ad: 'no-fill' }],
    ['Platform script is blocked', { sdk: 'blocked' }],
    ['Expired proof of identity', { proof: 'expired' }],
    ['Guest on a small phone, in Persian', { player: 'guest', device: 'small-phone', lang: 'fa' }],
    ['Slow network', { network: 'slow' }],
  ];
  return `<section><h2>Try these first</h2><ul>${tries.map(([title, choice]) => link(title, labPath(folder, game, choice))).join('')}</ul></section>`;
}

function listPages({ portalUrl }: LabAddresses, games: readonly LabGame[]): { title: string; href: string }[] {
  return [
    { title: 'Portal', href: `${portalUrl}/` },
    { title: 'Live server log', href: '/lab/traffic' },
    { title: 'Mailbox', href: `${portalUrl}/lab/mail` },
    { title: 'UI components', href: `${portalUrl}/lab/ui` },
    ...games
      .filter(({ game }) => game === 'bridge-explorer')
      .map(({ game }) => ({ title: 'Bridge Explorer', href: `${portalUrl}/play/${game}` })),
    { title: 'API reference', href: `${portalUrl}/api/docs` },
  ];
}
