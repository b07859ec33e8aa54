// The live log on a separate page, for the portal without a frame and for games hosted elsewhere.
import { renderLogPanel } from './log-panel.ts';
import type { LabPage } from './send-lab-page.ts';

export function renderTrafficPage(): LabPage {
  return {
    title: 'Live log',
    body: `<header class="bar"><h1><a class="mark" href="/lab">Lab</a> Live server log</h1>
<p>API calls, webhooks, and requests to vendors. Secrets are masked.</p></header>
<main class="traffic">${renderLogPanel()}</main>`,
    styles: ['lab/pages/host-page.css'],
    script: 'lab/page-scripts/traffic-page.browser.ts',
  };
}
