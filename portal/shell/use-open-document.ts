import { useOpenModal } from './open-modal.ts';
import { usePage } from '#portal/page.ts';
import type { DocumentToOpen } from './legal-page.ts';

/** Shows the terms or the privacy policy over the page; a document that can't be shown there opens in a new tab. */
export function useOpenDocument(): (wanted: DocumentToOpen) => Promise<void> {
  const openModal = useOpenModal();
  const here = usePage();
  // Loaded on first use: most visitors never read a document.
  return async (wanted) => (await import('./show-document.ts')).showDocument(wanted, openModal, here);
}
