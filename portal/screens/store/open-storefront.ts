// Opens a game's store in a new tab. In another site's frame storage is partitioned, so the tab gets a one-time token,
// valid for a minute and for a session that can't change the account.
import type { apiClient } from '#portal/api.ts';

export interface StorefrontDeps {
  readonly createTempToken: (typeof apiClient)['auth']['createTempToken'];
  readonly openTab: (address: string) => boolean;
  readonly addressOf: (page: string) => string;
}

/** Whether a plain link would open a tab without the player's session. */
export const needsStorefrontToken = (isSignedIn: boolean, isFramed: boolean): boolean => isSignedIn && isFramed;

/** Resolves to false if nothing was opened. */
export async function openStorefront(
  game: string,
  { createTempToken, openTab, addressOf }: StorefrontDeps,
): Promise<boolean> {
  const { TempToken } = await createTempToken({ RedirectUri: addressOf(`/Store/${game}`) });
  return openTab(addressOf(`/LoginWithTempToken?${new URLSearchParams({ token: TempToken }).toString()}`));
}
