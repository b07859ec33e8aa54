// Our own portal as a platform.
import { connectOwnPortal } from '../own-portal.browser.ts';
import { defineBrowserAdapter } from '../port.browser.ts';
import type { fxid } from './platform.ts';

export const adapter = defineBrowserAdapter<typeof fxid>({ connect: (host) => connectOwnPortal(host) });
