// The simulated portal of the script-tag SDK. It passes its function on in an event, to avoid a second global.
import { createLocalPortal } from './local-portal.ts';

document.currentScript?.dispatchEvent(new CustomEvent('fxid-file', { detail: createLocalPortal }));
