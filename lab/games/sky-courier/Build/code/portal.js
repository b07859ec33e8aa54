// The game's one door to the portal: the only file that knows the SDK. Without a portal the door stays shut, and the game
// plays just as well.

import { loadSdk } from '../../load-sdk.js';

/** Resolves with what the portal is told, or with undefined where there is none. `hear` has the game's answers: pause(). */
export async function connectToPortal(hear) {
  const sdk = await loadSdk();
  if (!sdk) return undefined;
  sdk.on('pause', hear.pause);
  await sdk.init();
  if (sdk.environment === 'disabled') return undefined;
  return {
    /** How a flight has ended, delivered or fallen, and with how many parcels. Quests live on it. */
    flightOver: (end, parcels) => tell(sdk.game.event('flight_over', { value: parcels, p1: end })),
  };
}

/** News for the portal, which nobody in the game waits for. What a portal refuses the game does without. */
function tell(call) {
  call.catch((error) => {
    if (!(error instanceof globalThis.FxId.SdkError)) throw error;
  });
}
