// The storefront of a game in a tab of its own, as whoever plays. A page of ours has the session itself; in a frame of somebody
// else's the browser keeps another storage, so there the tab gets a one-time token, which is good for a minute and for one
// sign-in that buys and changes nothing of the account.
import type { client } from '#portal/api.ts';

export interface StorefrontParts {
  readonly createTempToken: (typeof client)['auth']['createTempToken'];
  readonly openTab: (address: string) => boolean;
  /** Makes the address of a page of the portal, such as `/Store/gem-miner`. */
  readonly addressOf: (page: string) => string;
}

/** Whether a plain link would lead to a tab that does not know who plays. */
export const needsToken = (isSignedIn: boolean, isFramed: boolean): boolean => isSignedIn && isFramed;

/** False: nothing was opened. */
export async function openStorefront(
  game: string,
  { createTempToken, openTab, addressOf }: StorefrontParts,
): Promise<boolean> {
  const { TempToken } = await createTempToken({ RedirectUri: addressOf(`/Store/${game}`) });
  return openTab(addressOf(`/LoginWithTempToken?${new URLSearchParams({ token: TempToken }).toString()}`));
}
