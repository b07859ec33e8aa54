import { Alert } from '@mantine/core';
import { ApiError } from '#contract/api-error.ts';
import { Icon } from './Icon.tsx';
import { useProblemText } from './use-problem-text.ts';

/** Why a form was not saved. Nothing without an error. */
export function FormProblem({ error }: { error: unknown }) {
  const describe = useProblemText();
  // A change that waits for a second person is no failure; `useAction` says where it waits.
  if (!error || (error instanceof ApiError && error.code === 'ApprovalRequired')) return null;
  return (
    <Alert color="red" icon={<Icon name="alert" />} role="alert">
      {describe(error)}
    </Alert>
  );
}
