import { useQueryClient } from '@tanstack/react-query';
import { useOpenModal } from '#portal/modals/modal-stack.tsx';
import { useAccount } from './account-context.ts';

/** Opens the sign-in modal: to add a way to the account, or for a session that may not change it, to sign in properly. */
export function useAddIdentity(): () => Promise<void> {
  const openModal = useOpenModal();
  const queries = useQueryClient();
  const { canAddIdentity } = useAccount();
  return async () => {
    await openModal('signIn', { addToAccount: canAddIdentity });
    await queries.invalidateQueries({ queryKey: ['overview'] });
  };
}
