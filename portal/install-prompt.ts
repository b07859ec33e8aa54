// Holds the browser's offer to install the portal as an application until somebody asks for it.
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
  /** What is held is about another application than the page is now: the browser offers anew. */
  forget: (): void => hold(undefined),
  show: async (): Promise<void> => {
    const event = held;
    hold(undefined);
    await event?.prompt();
  },
};

/** Begins to hold it back; called once, before the page is rendered. */
export function holdInstallPrompt(): void {
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
