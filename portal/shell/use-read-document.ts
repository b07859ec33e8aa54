import { client } from '#portal/api.ts';
import { openTab } from '#portal/go-to.ts';
import { useOpenModal } from '#portal/modals/modal-stack.tsx';
import { findLegalPage, type GameLinks, type LegalType } from './legal-page.ts';

export interface DocumentToRead {
  readonly type: LegalType;
  readonly title: string;
  /** Where our own page of it is, in full. */
  readonly page: string;
  /** The game that it is read in, and what its configuration says. */
  readonly game?: string | undefined;
  readonly links?: GameLinks | undefined;
}

/** Shows the terms or the privacy policy over the page; what cannot be shown there opens in a tab of its own. */
export function useReadDocument(): (wanted: DocumentToRead) => Promise<void> {
  const openModal = useOpenModal();
  return async ({ type, title, page, game, links }) => {
    const { url } = findLegalPage(type, links);
    const origins = links?.FrameOrigins ?? [];
    if (url !== undefined) return openModal('document', { title, shown: { type: 'iframe', url }, origins });
    const read = async () => ({
      documents: (await client.documents.listWithVersions(game === undefined ? {} : { GameSystemName: game }))
        .Documents,
    });
    // Most visitors read none: it is loaded with the first.
    const { readDocument } = await import('#portal/modals/document/read-document.ts');
    const shown = await readDocument(type, read, window.location.origin);
    if (shown) return openModal('document', { title, shown, origins });
    openTab(page);
    return undefined;
  };
}
