import { useOpenModal } from './open-modal.ts';
import { usePage } from '#portal/page.ts';
import type { DocumentToRead } from './legal-page.ts';

/** Shows the terms or the privacy policy over the page; what cannot be shown there opens in a tab of its own. */
export function useReadDocument(): (wanted: DocumentToRead) => Promise<void> {
  const openModal = useOpenModal();
  const here = usePage();
  // Most visitors read none: it is loaded with the first.
  return async (wanted) => (await import('./show-document.ts')).showDocument(wanted, openModal, here);
}
