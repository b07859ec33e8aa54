// The portal in an application on a phone. What is bought in the phone's store the application itself buys, and brings.
import { connectOwnPortal } from '../own-portal.browser.ts';
import { browserHalf } from '../port.browser.ts';
import type { fxnative } from './platform.ts';

export const half = browserHalf<typeof fxnative>({ connect: (host) => connectOwnPortal(host) });
