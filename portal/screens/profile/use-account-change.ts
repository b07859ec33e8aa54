// Sends a change of the account, refetches it and announces success. If the entry no longer exists, that counts as
// success.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useProfileAccount } from './account-context.ts';
import { isAlreadyRemovedError } from '#portal/sign-in/change-error.ts';

export function useAccountChange<Input>(change: (input: Input) => Promise<unknown>) {
  const { t } = useTranslation();
  const { announce } = useProfileAccount();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (input: Input) => {
      try {
        await change(input);
      } catch (error) {
        if (!isAlreadyRemovedError(error)) throw error;
      }
    },
    // Without a network it fails at once instead of waiting.
    networkMode: 'always',
    onMutate: () => announce(''),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['overview'] });
      announce(t('profile.done'));
    },
  });
}
