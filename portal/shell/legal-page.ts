// Where the terms and the privacy policy are, and how they open. A game's own links win over those for all games, and
// those over the portal's.
import type { PublicGameConfig } from '#contract/config.ts';
import { safeWebAddress } from '#model/safe-destination.ts';
import type { PageEnvironment } from '#portal/page-environment.ts';

export type LegalDocumentType = 'TOS' | 'PP';

export type GameLegalLinks = Pick<
  PublicGameConfig,
  'TosUrl' | 'TosOpenMethod' | 'PpUrl' | 'PpOpenMethod' | 'FrameOrigins'
>;

export interface LegalPage {
  readonly url?: string;
  readonly isModal: boolean;
}

export function findLegalPage(type: LegalDocumentType, page: PageEnvironment, game?: GameLegalLinks): LegalPage {
  const places = listPlaces(type, page, game);
  for (const { address, method } of places) {
    const url = safeWebAddress(address, page.origin);
    if (url !== undefined) return { url, isModal: method === 'Modal' };
  }
  return { isModal: places.find(({ method }) => method !== undefined)?.method === 'Modal' };
}

/** If the page does not know the list of documents, it assumes so. */
export function hasLegalPage(type: LegalDocumentType, page: PageEnvironment, game?: GameLegalLinks): boolean {
  const { documents } = page.config;
  return findLegalPage(type, page, game).url !== undefined || (documents?.some((each) => each.type === type) ?? true);
}

function listPlaces(
  type: LegalDocumentType,
  { config: { portal } }: PageEnvironment,
  game: GameLegalLinks | undefined,
) {
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

export interface DocumentToOpen {
  readonly type: LegalDocumentType;
  readonly title: string;
  /** The full URL of the portal's own page with the document. */
  readonly page: string;
  readonly game?: string | undefined;
  readonly links?: GameLegalLinks | undefined;
}
