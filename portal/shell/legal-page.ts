// Where the terms and the privacy policy are. A game's own go before those for all games, and those before the portal's; who has
// named no address is meant to be read at our own pages.
import type { PublicGameConfig } from '#contract/config.ts';
import { webAddress } from '#model/safe-destination.ts';
import type { Page } from '#portal/page.ts';

export type LegalType = 'TOS' | 'PP';

/** What a game's configuration says of its documents. */
export type GameLinks = Pick<PublicGameConfig, 'TosUrl' | 'TosOpenMethod' | 'PpUrl' | 'PpOpenMethod' | 'FrameOrigins'>;

export interface LegalPage {
  readonly url: string;
  readonly isModal: boolean;
}

/** @param game absent: not in a game */
export function findLegalPage(
  type: LegalType,
  { config: { portal }, origin }: Page,
  game?: GameLinks,
): LegalPage | undefined {
  const places =
    type === 'TOS'
      ? [
          [game?.TosUrl, game?.TosOpenMethod],
          ...(game ? [[portal?.PublicWebClientConfig?.TosUrl, portal?.PublicWebClientConfig?.TosOpenMethod]] : []),
          [portal?.ExternalTosUrl, portal?.ExternalTosOpenMethod],
        ]
      : [
          [game?.PpUrl, game?.PpOpenMethod],
          ...(game ? [[portal?.PublicWebClientConfig?.PpUrl, portal?.PublicWebClientConfig?.PpOpenMethod]] : []),
          [portal?.ExternalPpUrl, portal?.ExternalPpOpenMethod],
        ];
  for (const [address, method] of places) {
    const url = webAddress(address, origin);
    if (url !== undefined) return { url, isModal: method === 'Modal' };
  }
  return undefined;
}
