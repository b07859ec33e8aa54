// A change: shows a toast when it is done, or what went wrong, and reads again what it changed.
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient, type QueryKey, type UseMutationResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#contract/api-error.ts';
import { useProblemText } from './use-problem-text.ts';

export interface Action<Input, Result> {
  readonly run: (input: Input) => Promise<Result>;
  /** The text of the toast. */
  readonly done?: string | ((result: Result, input: Input) => string);
  /** Keys of queries that are read again; each also means all keys that begin with it. */
  readonly changes?: readonly QueryKey[];
  readonly onDone?: (result: Result, input: Input) => void;
  /** The change waits for a second person. */
  readonly onStored?: () => void;
  /** The form shows the error itself. */
  readonly showsError?: false;
}

export function useAction<Input = void, Result = unknown>({
  run,
  done,
  changes = [],
  onDone,
  onStored,
  showsError,
}: Action<Input, Result>): UseMutationResult<Result, Error, Input> {
  const queries = useQueryClient();
  const { t } = useTranslation();
  const describe = useProblemText();
  return useMutation<Result, Error, Input>({
    mutationFn: run,
    onSuccess: async (result, input) => {
      const message = typeof done === 'function' ? done(result, input) : done;
      if (message !== undefined) notifications.show({ message, color: 'teal', withBorder: true });
      onDone?.(result, input);
      await Promise.all(changes.map((queryKey) => queries.invalidateQueries({ queryKey })));
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'ApprovalRequired') {
        notifications.show({ message: t('approvals.stored'), color: 'blue', withBorder: true, autoClose: 12_000 });
        onStored?.();
        for (const queryKey of [['approvals'], ...changes]) void queries.invalidateQueries({ queryKey });
        return;
      }
      // The operator closed the dialog that asks for the second factor.
      const isCancelled = error instanceof ApiError && error.code === 'StepUpRequired';
      if (showsError === false && !isCancelled) return;
      notifications.show({
        title: isCancelled ? undefined : t('common.failed'),
        message: isCancelled ? t('stepUp.cancelled') : describe(error),
        color: isCancelled ? 'gray' : 'red',
        withBorder: true,
        autoClose: isCancelled ? 5000 : 12_000,
      });
    },
  });
}
