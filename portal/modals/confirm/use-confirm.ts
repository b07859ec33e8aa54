import { useOpenModal } from '#portal/shell/open-modal.ts';
import type { Answer, Question } from './ConfirmModal.tsx';

/** Opens a confirmation modal and resolves with the answer. */
export function useConfirm(): (question: Question) => Promise<Answer> {
  const openModal = useOpenModal();
  return async (question) => {
    let chosen: Answer = { yes: false, ticked: false };
    await openModal('confirm', { ...question, answer: (answer) => (chosen = answer) });
    return chosen;
  };
}
