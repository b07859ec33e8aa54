import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { apiClient } from '#portal/api.ts';
import { log } from '#portal/log.ts';
import { Button } from '#portal/ui/Button.tsx';
import { endSession } from '#portal/session.ts';

/** For sites without a profile page. */
export function SignOutButton() {
  const { t } = useTranslation();
  const signOut = useMutation({
    mutationFn: () => apiClient.auth.logout({}),
    networkMode: 'always',
    onError: (error) => log.warn('The sign-out could not be sent to the server.', error),
    // The player is signed out in this browser even if the call fails.
    onSettled: () => endSession(),
  });
  return (
    <Button className="account" busy={signOut.isPending} onClick={() => signOut.mutate()}>
      {t('profile.signOut')}
    </Button>
  );
}
