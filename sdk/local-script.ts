// The second file of the script-tag SDK. It passes its function on in an event, to avoid a second global.
import { createLocalPortal } from './local-portal.ts';

document.currentScript?.dispatchEvent(new CustomEvent('fxid-local', { detail: createLocalPortal }));
