// The SDK for a script tag, with the global `FxId`. The second file is a classic script too, because a page opened from
// disk can't load modules.
import { createSdk } from './create-sdk.ts';
import type { createLocalPortal } from './local-portal.ts';
import type { Sdk } from './sdk.ts';
import { connectPageToPortal, isDevelopment, isFramed } from './page.ts';
import { SdkError } from './sdk-error.ts';

type Global = { FxId?: Sdk & { SdkError: typeof SdkError } };

// `currentScript` is set only while the script first runs.
const address = document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : '';

// If a page loads the script twice, the first instance stays, because it has the connection.
(globalThis as Global).FxId ??= Object.assign(
  createSdk({ isFramed: isFramed(), isDevelopment: isDevelopment(), connect: connectPageToPortal, loadLocalPortal }),
  { SdkError },
);

function loadLocalPortal(): Promise<typeof createLocalPortal> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const file = address.replace(/[^/]*$/, 'local.js');
    const fail = () => reject(new Error(`${file} could not be loaded: keep it beside sdk.js.`));
    script.addEventListener('fxid-local', (event) => resolve((event as CustomEvent<typeof createLocalPortal>).detail));
    script.addEventListener('error', fail);
    // The right file has already fired `fxid-local` before the load event, so this has no effect then.
    script.addEventListener('load', fail);
    script.src = file;
    document.head.append(script);
  });
}
