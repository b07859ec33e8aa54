import { useOpenModal } from '#portal/modals/modal-stack.tsx';
import { usePage } from '#portal/page.ts';
import type { GameLinks, LegalType } from './legal-page.ts';

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
  const here = usePage();
  // Most visitors read none: it is loaded with the first.
  return async (wanted) => (await import('./show-document.ts')).showDocument(wanted, openModal, here);
}
