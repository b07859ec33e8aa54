// The game's only connection to the portal. The game also runs without one.

import { loadSdk } from '../../load-sdk.js';

/**
 * Resolves with functions that notify the portal, or undefined without a portal. `hear` has the game's listener:
 * pause().
 */
export async function connectToPortal(hear) {
  const sdk = await loadSdk();
  if (!sdk) return undefined;
  sdk.on('pause', hear.pause);
  await sdk.init();
  if (sdk.environment === 'disabled') return undefined;
  return {
    /** Quests depend on this event. */
    flightOver: (end, parcels) => tell(sdk.game.event('flight_over', { value: parcels, p1: end })),
  };
}

/** The game doesn't wait for the reply, and ignores rejections. */
function tell(call) {
  call.catch((error) => {
    if (!(error instanceof globalThis.FxId.SdkError)) throw error;
  });
}
