// The page on which a simulated platform frames the player: scenario on the left, device in the middle, live log on the
// right.
import type { LabAddresses } from '#lab/lab-addresses.ts';
import { rotateDevice } from '#lab/model/devices.ts';
import type { HostPageData } from '#lab/model/host-page-data.ts';
import { toScenario, type LabOptions } from '#lab/model/lab-options.ts';
import { moduleUrl } from '#lab/modules/serve-modules.ts';
import type { SimulatedPlayer } from '#platforms/scenario.ts';
import { escapeHtml } from '#server/http/escape-html.ts';
import { renderAssumptions } from './assumptions.ts';
import { renderLabOptionFields } from './lab-option-fields.ts';
import { renderLogPanel } from './log-panel.ts';
import type { LabPage } from './send-lab-page.ts';

export interface HostPageParams {
  readonly folder: string;
  readonly title: string;
  readonly game: string;
  readonly gameTitle: string;
  readonly choice: LabOptions;
  readonly player: SimulatedPlayer;
  readonly playerUrl: string;
  readonly posted: Readonly<Record<string, string>> | undefined;
  readonly at: string;
  readonly place: LabAddresses;
  readonly assumptions: string;
}

export function renderHostPage(page: HostPageParams): LabPage {
  const { folder, title, game, gameTitle, choice, player, place } = page;
  const data: HostPageData = {
    module: moduleUrl(`platforms/${folder}/simulator.browser.ts`),
    playerUrl: page.playerUrl,
    ...(page.posted && { posted: page.posted }),
    frameOrigin: new URL(page.playerUrl).origin,
    portalOrigin: place.portalOrigin,
    at: page.at,
    vendorPath: `/lab/vendors/${folder}`,
    scenario: toScenario(choice),
    player,
    device: rotateDevice(choice.device, choice.orientation),
  };
  const body = `<a class="skip" href="#device">Skip to the game</a>
<header class="bar"><h1><a class="mark" href="${escapeHtml(place.origin)}/lab">Lab</a> ${escapeHtml(gameTitle)} on ${escapeHtml(title)}</h1>
<p>Simulated: nothing here reaches ${escapeHtml(title)}.</p></header>
<main class="try">
<details class="controls" id="controls"><summary>Scenario</summary>
<form action="/lab/open" method="get"><input type="hidden" name="platform" value="${escapeHtml(folder)}"><input type="hidden" name="game" value="${escapeHtml(game)}">
${renderLabOptionFields(choice)}
<button class="main">Restart with these options</button></form>
<form class="events" id="events" hidden><label>Event of the platform<select name="event"></select></label>
<button>Run</button></form>
<dl class="who"><div><dt>Player</dt><dd>${escapeHtml(nameOf(player))}</dd></div><div><dt>Player id</dt><dd><code>${escapeHtml(player.id)}</code></dd></div></dl>
<p><a href="" target="_blank">Open a second device</a></p>
<details class="saved" id="saved"><summary>Saved data</summary><p>The game has not read its save yet.</p><dl></dl></details>
<details class="assumptions"><summary>About this simulation</summary>
${renderAssumptions(page.assumptions)}
</details>
</details>
<section class="middle" id="device" tabindex="-1" aria-label="Game">
<p id="trouble" role="alert" hidden></p>
<div class="room"><div class="device"><div class="platform-bar"><strong></strong><span></span></div>
<div class="screen"><iframe name="player" title="${escapeHtml(`${gameTitle}, as ${title} frames it`)}"></iframe><div class="ad" hidden></div></div></div></div>
<div class="notices" role="status" aria-live="polite"></div>
</section>
${renderLogPanel()}
</main>`;
  return {
    title: `${gameTitle} on ${title}`,
    body,
    data,
    styles: ['lab/pages/host-page.css'],
    script: 'lab/page-scripts/host-page.browser.ts',
  };
}

const nameOf = ({ firstName, lastName, isGuest }: SimulatedPlayer): string =>
  isGuest ? 'Guest, unknown to the platform' : `${firstName} ${lastName}`;
