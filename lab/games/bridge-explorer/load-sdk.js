// Loads the portal's SDK from the game's own host. The game starts even if the SDK is missing or slow.

export const SDK_ADDRESS = '/sdk/v1/sdk.js';
const LIMIT_MS = 8000;

/** Resolves with the SDK before init, or with undefined if it can't be loaded. Never rejects. */
export function loadSdk() {
  return new Promise((resolve) => {
    const script = document.createElement('script');
    const end = () => {
      clearTimeout(timer);
      resolve(globalThis.FxId);
    };
    const timer = setTimeout(end, LIMIT_MS);
    script.addEventListener('load', end);
    script.addEventListener('error', end);
    script.src = SDK_ADDRESS;
    document.head.append(script);
  });
}
