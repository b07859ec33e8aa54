// The live log's panel; `log-panel.browser.ts` fills it.
import { logTypes } from '#lab/model/log-line.ts';

export function renderLogPanel(): string {
  const kinds = logTypes.map(
    (kind) =>
      `<label class="kind ${kind}"><input type="checkbox" name="kind" value="${kind}" checked>${kindTitles[kind]}</label>`,
  );
  return `<section class="log" aria-labelledby="log-title"><h2 id="log-title">Live log</h2>
<div class="tools"><label class="filter"><span class="unseen">Filter lines</span><input id="filter" type="search" placeholder="Filter lines …" autocomplete="off" spellcheck="false"></label>
<button type="button" id="pause" aria-pressed="false">Pause</button><button type="button" id="clear">Clear</button><button type="button" id="copy">Copy JSON</button></div>
<div class="kinds" role="group" aria-label="Line types">${kinds.join('')}</div>
<p class="counts" id="counts" role="status"></p>
<ol id="lines" tabindex="0" aria-label="Rows, oldest first"></ol></section>`;
}

const kindTitles = { bridge: 'Game', page: 'Errors', vendor: 'Platform', server: 'Server', hook: 'Webhooks' } as const;
