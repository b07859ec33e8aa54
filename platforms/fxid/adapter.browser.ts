// Our own portal as one of the platforms.
import { connectOwnPortal } from '../own-portal.browser.ts';
import { browserHalf } from '../port.browser.ts';
import type { fxid } from './platform.ts';

export const half = browserHalf<typeof fxid>({ connect: (host) => connectOwnPortal(host) });
