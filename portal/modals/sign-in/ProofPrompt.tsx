import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useOpenModal } from '#portal/shell/open-modal.ts';
import { registerProofPrompt } from '#portal/sign-in/prove-again.ts';

export function ProofPrompt() {
  const openModal = useOpenModal();
  const queries = useQueryClient();
  useEffect(
    () =>
      registerProofPrompt(async () => {
        const { proveInModal } = await import('./prove-in-modal.ts');
        return proveInModal(openModal, queries);
      }),
    [openModal, queries],
  );
  return null;
}
