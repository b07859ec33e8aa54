// The SDK for a script tag: one global, `FxId`. The second file is a classic script as well, because a page that was opened
// as a plain file can load no modules.
import { createSdk } from './create-sdk.ts';
import type { createLocalPortal } from './local-portal.ts';
import type { Sdk } from './sdk.ts';
import { connect, isDevelopment, isFramed } from './page.ts';
import { SdkError } from './sdk-error.ts';

type Global = { FxId?: Sdk & { SdkError: typeof SdkError } };

// Only now is the script that runs known.
const address = document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : '';

// A page that loads the script twice keeps the first: it has the connection.
(globalThis as Global).FxId ??= Object.assign(
  createSdk({ isFramed: isFramed(), isDevelopment: isDevelopment(), connect, loadLocalPortal }),
  { SdkError },
);

function loadLocalPortal(): Promise<typeof createLocalPortal> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const file = address.replace(/[^/]*$/, 'local.js');
    const fail = () => reject(new Error(`${file} could not be loaded: keep it beside sdk.js.`));
    script.addEventListener('fxid-local', (event) => resolve((event as CustomEvent<typeof createLocalPortal>).detail));
    script.addEventListener('error', fail);
    // It has announced itself by now, if it is the right file.
    script.addEventListener('load', fail);
    script.src = file;
    document.head.append(script);
  });
}
