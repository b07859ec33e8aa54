import type { Sdk } from '#sdk/sdk.ts';

/** Whether the game's page receives what players buy. If it doesn't, the player would pay and receive nothing. */
export const receivesPurchases = (sdk: Sdk): Promise<boolean> =>
  sdk.payments.purchases().then(
    () => sdk.payments.available,
    () => false,
  );
