import { useOpenModal } from '#portal/shell/open-modal.ts';
import type { Answer, Question } from './ConfirmModal.tsx';

/** Asks before something is done, and gives the answer when the modal has closed. */
export function useConfirm(): (question: Question) => Promise<Answer> {
  const openModal = useOpenModal();
  return async (question) => {
    let chosen: Answer = { yes: false, ticked: false };
    await openModal('confirm', { ...question, answer: (answer) => (chosen = answer) });
    return chosen;
  };
}
