import { useOpenModal } from './open-modal.ts';
import { usePageEnvironment } from '#portal/page-environment.ts';
import type { DocumentToOpen } from './legal-page.ts';

/** Shows a document over the page, or in a new tab if that fails. */
export function useOpenDocument(): (wanted: DocumentToOpen) => Promise<void> {
  const openModal = useOpenModal();
  const here = usePageEnvironment();
  // Loaded on first use: most visitors never read a document.
  return async (wanted) => (await import('./show-document.ts')).showDocument(wanted, openModal, here);
}
