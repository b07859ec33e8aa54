// Invitation links lead to the game's page on the portal, with the parameters behind the `#`, where the portal keeps them.

export type InvitationParams = Readonly<Record<string, string>>;

export const buildInvitationLink = (playUrl: string, params: unknown): string =>
  `${playUrl}#${new URLSearchParams(toTexts(params)).toString()}`;

/** @param hash the part after `#` of the portal's address */
export const readInvitation = (hash: string): InvitationParams =>
  Object.fromEntries(new URLSearchParams(hash.replace(/^#/, '')));

/** For games that read the parameters from their own page's address, where some vendors put them. */
export function addToPageAddress(params: InvitationParams): void {
  const address = new URL(location.href);
  for (const [name, value] of Object.entries(params)) address.searchParams.set(name, value);
  if (address.href !== location.href) history.replaceState(history.state, '', address);
}

/** Games pass numbers and booleans too. */
function toTexts(params: unknown): Record<string, string> {
  if (typeof params !== 'object' || params === null) return {};
  return Object.fromEntries(
    Object.entries(params).flatMap(([name, value]) =>
      ['string', 'number', 'boolean'].includes(typeof value) ? [[name, String(value)]] : [],
    ),
  );
}
