// Where the terms and the privacy policy are, and how they open. A game's own go before those for all games, and those before the
// portal's; who has named no address is meant to be read at our own pages.
import type { PublicGameConfig } from '#contract/config.ts';
import { webAddress } from '#model/safe-destination.ts';
import type { Page } from '#portal/page.ts';

export type LegalType = 'TOS' | 'PP';

/** What a game's configuration says of its documents. */
export type GameLinks = Pick<PublicGameConfig, 'TosUrl' | 'TosOpenMethod' | 'PpUrl' | 'PpOpenMethod' | 'FrameOrigins'>;

export interface LegalPage {
  /** Absent: on our own pages. */
  readonly url?: string;
  readonly isModal: boolean;
}

/** @param game absent: not in a game */
export function findLegalPage(type: LegalType, page: Page, game?: GameLinks): LegalPage {
  const places = listPlaces(type, page, game);
  for (const { address, method } of places) {
    const url = webAddress(address, page.origin);
    if (url !== undefined) return { url, isModal: method === 'Modal' };
  }
  return { isModal: places.find(({ method }) => method !== undefined)?.method === 'Modal' };
}

/** Whether there is anything to read. Where the page does not know which documents there are, it believes so. */
export function hasLegalPage(type: LegalType, page: Page, game?: GameLinks): boolean {
  const { documents } = page.config;
  return findLegalPage(type, page, game).url !== undefined || (documents?.some((each) => each.type === type) ?? true);
}

function listPlaces(type: LegalType, { config: { portal } }: Page, game: GameLinks | undefined) {
  const forGames = game && portal?.PublicWebClientConfig;
  return type === 'TOS'
    ? [
        { address: game?.TosUrl, method: game?.TosOpenMethod },
        { address: forGames?.TosUrl, method: forGames?.TosOpenMethod },
        { address: portal?.ExternalTosUrl, method: portal?.ExternalTosOpenMethod },
      ]
    : [
        { address: game?.PpUrl, method: game?.PpOpenMethod },
        { address: forGames?.PpUrl, method: forGames?.PpOpenMethod },
        { address: portal?.ExternalPpUrl, method: portal?.ExternalPpOpenMethod },
      ];
}

export interface DocumentToRead {
  readonly type: LegalType;
  readonly title: string;
  /** Where our own page of it is, in full. */
  readonly page: string;
  /** The game that it is read in, and what its configuration says. */
  readonly game?: string | undefined;
  readonly links?: GameLinks | undefined;
}
