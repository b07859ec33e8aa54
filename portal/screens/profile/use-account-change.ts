// A change of the account: sends it, reads the account anew, says that it is done. What was gone already counts as done.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useAccount } from './account-context.ts';
import { isGoneAlready } from '#portal/sign-in/change-error.ts';

export function useAccountChange<Input>(change: (input: Input) => Promise<unknown>) {
  const { t } = useTranslation();
  const { announce } = useAccount();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (input: Input) => {
      try {
        await change(input);
      } catch (error) {
        if (!isGoneAlready(error)) throw error;
      }
    },
    // Without a network it fails at once, instead of waiting for one.
    networkMode: 'always',
    onMutate: () => announce(''),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['overview'] });
      announce(t('profile.done'));
    },
  });
}
