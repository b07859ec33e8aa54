// Holds the browser's install prompt back until the player asks for it.
import { log } from './log.ts';
import { pushToDataLayer } from './reporting/data-layer.ts';

interface InstallEvent extends Event {
  prompt(): Promise<void>;
}

let held: InstallEvent | undefined;
const listeners = new Set<() => void>();

export const installPrompt = {
  isHeld: (): boolean => held !== undefined,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** The held prompt is for an earlier manifest; the browser will offer a new one. */
  forget: (): void => hold(undefined),
  show: async (): Promise<void> => {
    const event = held;
    hold(undefined);
    await event?.prompt();
  },
};

export function deferInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    hold(event as InstallEvent);
    log.debug('The offer to install is held.');
  });
  window.addEventListener('appinstalled', () => {
    hold(undefined);
    pushToDataLayer('site_install');
  });
}

function hold(event: InstallEvent | undefined): void {
  held = event;
  for (const listener of listeners) listener();
}
