// Subscribes to the portal's events when the game first listens to them, and again on each new portal.
import type { Listeners } from '../bridge/listeners.browser.ts';
import type { Portal } from './find-portal.ts';
import type { Sdk } from './sdk.ts';

export interface PortalEvents {
  readonly on: Sdk['on'];
  readonly follow: (portal: Portal) => void;
}

export function createPortalEvents({ add, emit }: Listeners): PortalEvents {
  let source: Portal | undefined;
  const wanted = new Set<string>();
  const subscribe = (event: string): unknown =>
    source?.on(event.charAt(0).toUpperCase() + event.slice(1), (data) => emit(event, data));
  return {
    on(event, listener) {
      if (!wanted.has(event)) {
        wanted.add(event);
        subscribe(event);
      }
      return add(event, listener);
    },
    follow(portal) {
      source = portal;
      wanted.forEach(subscribe);
    },
  };
}
