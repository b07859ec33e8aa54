import { client } from '#portal/api.ts';
import { openTab } from '#portal/go-to.ts';
import { readDocument } from '#portal/modals/document/read-document.ts';
import type { OpenModal } from '#portal/modals/modal-stack.tsx';
import type { Page } from '#portal/page.ts';
import { findLegalPage } from './legal-page.ts';
import type { DocumentToRead } from './use-read-document.ts';

export async function showDocument(
  { type, title, page, game, links }: DocumentToRead,
  openModal: OpenModal,
  here: Page,
): Promise<void> {
  const { url } = findLegalPage(type, here, links);
  const origins = links?.FrameOrigins ?? [];
  if (url !== undefined) return openModal('document', { title, shown: { type: 'iframe', url }, origins });
  const read = async () => ({
    documents: (await client.documents.listWithVersions(game === undefined ? {} : { GameSystemName: game })).Documents,
  });
  const shown = await readDocument(type, read, window.location.origin);
  if (shown) return openModal('document', { title, shown, origins });
  openTab(page);
  return undefined;
}
