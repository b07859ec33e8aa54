// The page of a simulated platform. It listens before it loads the player, so that it misses no message.
import type { HostPageData } from '#lab/model/host-page-data.ts';
import type { SimulatedHostPage } from '#platforms/simulator-port.browser.ts';
import { createDeviceFrame } from './device-frame.browser.ts';
import { createLogPanel, showServerLogInPanel } from './log-panel.browser.ts';
import { requireElement, readPageData } from './page-parts.browser.ts';
import { showSavedData } from './saved-data.browser.ts';
import { createSimulatorPageContext } from './simulator-page-context.browser.ts';

const data = readPageData<HostPageData>();
const panel = createLogPanel();
showServerLogInPanel(panel);
showSavedData(new URL(data.playerUrl).origin);
const device = createDeviceFrame(data.device);
// On a narrow page the game comes first and the controls are collapsed.
requireElement<HTMLDetailsElement>('#controls').open = matchMedia('(min-width: 1100px)').matches;

await begin().catch((error: unknown) => {
  const trouble = requireElement('#trouble');
  trouble.hidden = false;
  trouble.textContent = `The simulated platform didn't start. ${error instanceof Error ? error.message : String(error)}`;
  throw error;
});

async function begin(): Promise<void> {
  // The server chose this module from a known folder.
  const { page } = (await import(data.module)) as { page: SimulatedHostPage };
  device.dress(page.appearance, data.player.isGuest ? 'Guest' : `${data.player.firstName} ${data.player.lastName}`);
  // Set before the frame loads: later changes have no effect.
  device.frame.allow = page.permissions.allow.join('; ');
  const end = page.start(createSimulatorPageContext(data, device, panel));
  window.addEventListener('pagehide', end, { once: true });
  device.frame.dataset['isBegun'] = '';
  if (data.posted) postInto(device.frame, data.playerUrl, data.posted);
  else device.frame.src = data.playerUrl;
}

function postInto(frame: HTMLIFrameElement, action: string, fields: Readonly<Record<string, string>>): void {
  const form = document.createElement('form');
  Object.assign(form, { method: 'post', action, target: frame.name, hidden: true });
  for (const [name, value] of Object.entries(fields))
    form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }));
  document.body.append(form);
  form.submit();
  form.remove();
}
