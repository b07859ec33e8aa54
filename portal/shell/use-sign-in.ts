import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { useOpenModal } from './open-modal.ts';
import { isSignedIn } from '#portal/session.ts';

export interface SignInRequest {
  /** The page to go to afterwards, as the router names it. */
  readonly from?: string | undefined;
  readonly reason?: string | undefined;
  readonly game?: string | undefined;
}

/** Opens the sign-in modal; whoever has signed in goes on to the page that they wanted. Resolves when it has closed. */
export function useSignIn(): (wish?: SignInRequest) => Promise<void> {
  const openModal = useOpenModal();
  const navigate = useNavigate();
  return useCallback(
    async (wish = {}) => {
      await openModal('signIn', wish);
      if (!isSignedIn()) return;
      // The button that was pressed is gone, and the focus with it.
      if (document.activeElement === document.body) document.getElementById('content')?.focus();
      if (wish.from !== undefined) void navigate(wish.from, { replace: true });
    },
    [openModal, navigate],
  );
}
