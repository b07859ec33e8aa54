// Connects the page of a simulated platform with the player's window: messages, dialogs, notices and the log.
import { parseLogMessage } from '#lab/model/log-line.ts';
import type { HostPageData } from '#lab/model/host-page-data.ts';
import type { SimulatedEvent, SimulatorPageContext } from '#platforms/simulator-port.browser.ts';
import { createDialogOpener } from './dialogs.browser.ts';
import type { DeviceFrame } from './device-frame.browser.ts';
import type { LogPanel } from './log-panel.browser.ts';
import { createHtmlElement, requireElement } from './page-parts.browser.ts';

const noticeMs = 6000;
const answerMs = 20_000;

export function createSimulatorPageContext(
  data: HostPageData,
  device: DeviceFrame,
  panel: LogPanel,
): SimulatorPageContext {
  const { frame, screen } = device;
  const listeners = new Set<(message: unknown) => void>();
  window.addEventListener('message', ({ source, origin, data: message }) => {
    const isFrame = source === frame.contentWindow;
    // In a bundle the player is one frame deeper.
    const isPlayer = isFrame || (source as Window | null)?.parent === frame.contentWindow;
    const line = isPlayer && origin === data.portalOrigin ? parseLogMessage(message) : undefined;
    if (line) panel.add(line);
    else if (isFrame && origin === data.frameOrigin) for (const each of listeners) each(message);
  });
  return {
    scenario: data.scenario,
    player: data.player,
    at: data.at,
    insets: data.device.insets,
    post: (message) => {
      // Until the player is loaded, the frame has an empty page.
      if (frame.dataset['isBegun'] !== undefined) frame.contentWindow?.postMessage(message, data.frameOrigin);
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    ask: createDialogOpener(screen, frame),
    notify: (text) => {
      const notice = createHtmlElement('p', 'notice', text);
      requireElement('.notices').append(notice);
      setTimeout(() => notice.remove(), noticeMs);
    },
    offerEvents,
    banner: (edge) => device.banner(edge),
    fetch: (path, body) => callVendor(data.vendorPath + path, body),
    log: (line) => panel.add({ at: Date.now(), kind: 'vendor', ...line }),
  };
}

function offerEvents(events: readonly SimulatedEvent[]): void {
  const form = requireElement<HTMLFormElement>('#events');
  const select = requireElement<HTMLSelectElement>('select', form);
  select.replaceChildren(...events.map(({ title }) => createHtmlElement('option', '', title)));
  form.hidden = events.length === 0;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    events[select.selectedIndex]?.send();
  });
}

async function callVendor(path: string, body: object | undefined): Promise<unknown> {
  // oxlint-disable-next-line no-restricted-globals -- a request to the lab's own simulator, which is not in the contract
  const answer = await fetch(path, {
    signal: AbortSignal.timeout(answerMs),
    ...(body !== undefined && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`The simulated platform replied ${answer.status} to ${path}: ${text.slice(0, 400)}`);
  return text === '' ? undefined : (JSON.parse(text) as unknown);
}
