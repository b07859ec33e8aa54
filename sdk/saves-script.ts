// `FxId.saves` of the script-tag SDK, passed on like the simulated portal.
import { createSaves } from './saves.ts';

document.currentScript?.dispatchEvent(new CustomEvent('fxid-file', { detail: createSaves }));
