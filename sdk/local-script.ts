// The second file of the script tag's SDK: hands its one function over by an event, so that there is no second global.
import { createLocalPortal } from './local-portal.ts';

document.currentScript?.dispatchEvent(new CustomEvent('fxid-local', { detail: createLocalPortal }));
