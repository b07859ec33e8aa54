import { useOpenModal } from '#portal/shell/open-modal.ts';
import type { ConfirmAnswer, ConfirmQuestion } from './ConfirmModal.tsx';

export function useConfirm(): (question: ConfirmQuestion) => Promise<ConfirmAnswer> {
  const openModal = useOpenModal();
  return async (question) => {
    let chosen: ConfirmAnswer = { yes: false, ticked: false };
    await openModal('confirm', { ...question, answer: (answer) => (chosen = answer) });
    return chosen;
  };
}
