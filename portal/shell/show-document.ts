import { apiClient } from '#portal/api.ts';
import { openTab } from '#portal/go-to.ts';
import { readDocument } from '#portal/documents/read-document.ts';
import type { OpenModal } from './open-modal.ts';
import type { PageEnvironment } from '#portal/page-environment.ts';
import { findLegalPage, type DocumentToOpen } from './legal-page.ts';

export async function showDocument(
  { type, title, page, game, links }: DocumentToOpen,
  openModal: OpenModal,
  here: PageEnvironment,
): Promise<void> {
  const { url } = findLegalPage(type, here, links);
  const origins = links?.FrameOrigins ?? [];
  if (url !== undefined) return openModal('document', { title, shown: { type: 'iframe', url }, origins });
  const read = async () => ({
    documents: (await apiClient.documents.listWithVersions(game === undefined ? {} : { GameSystemName: game }))
      .Documents,
  });
  const shown = await readDocument(type, read, window.location.origin);
  if (shown) return openModal('document', { title, shown, origins });
  openTab(page);
  return undefined;
}
