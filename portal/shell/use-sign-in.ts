import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { useOpenModal } from './open-modal.ts';
import { isSignedIn } from '#portal/session.ts';

export interface SignInRequest {
  readonly from?: string | undefined;
  readonly reason?: string | undefined;
  readonly game?: string | undefined;
}

/** Opens the sign-in modal and then the requested page. Resolves when the modal has closed. */
export function useSignIn(): (request?: SignInRequest) => Promise<void> {
  const openModal = useOpenModal();
  const navigate = useNavigate();
  return useCallback(
    async (request = {}) => {
      await openModal('signIn', request);
      if (!isSignedIn()) return;
      // The pressed button is gone, so the focus would be lost.
      if (document.activeElement === document.body) document.getElementById('content')?.focus();
      if (request.from !== undefined) void navigate(request.from, { replace: true });
    },
    [openModal, navigate],
  );
}
