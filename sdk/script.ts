// The SDK for a script tag, with the global `FxId`. The other files are classic scripts too, because a page opened from
// disk can't load modules.
import { createSdk } from './create-sdk.ts';
import type { createLocalPortal } from './local-portal.ts';
import type { createSaves } from './saves.ts';
import type { Sdk } from './sdk.ts';
import { connectPageToPortal, isDevelopment, isFramed } from './page.ts';
import { SdkError } from './sdk-error.ts';

type Global = { FxId?: Sdk & { SdkError: typeof SdkError } };

// `currentScript` is set only while the script first runs.
const address = document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : '';

// If a page loads the script twice, the first instance stays, because it has the connection.
(globalThis as Global).FxId ??= Object.assign(
  createSdk({
    isFramed: isFramed(),
    isDevelopment: isDevelopment(),
    connect: connectPageToPortal,
    loadLocalPortal: () => loadFile<typeof createLocalPortal>('local.js'),
    loadSaves: () => loadFile<typeof createSaves>('saves.js'),
  }),
  { SdkError },
);

/** The file passes its function on in an event, to avoid another global. */
function loadFile<Exported>(name: string): Promise<Exported> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const file = address.replace(/[^/]*$/, name);
    const fail = () => reject(new Error(`${file} could not be loaded: keep it beside sdk.js.`));
    script.addEventListener('fxid-file', (event) => resolve((event as CustomEvent<Exported>).detail));
    script.addEventListener('error', fail);
    // The right file has already fired `fxid-file` before the load event, so this has no effect then.
    script.addEventListener('load', fail);
    script.src = file;
    document.head.append(script);
  });
}
