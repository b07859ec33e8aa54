import { Alert } from '@mantine/core';
import { Icon } from './Icon.tsx';
import { useProblemText } from './use-problem-text.ts';

/** Why a form was not saved. Nothing without an error. */
export function FormProblem({ error }: { error: unknown }) {
  const describe = useProblemText();
  if (!error) return null;
  return (
    <Alert color="red" icon={<Icon name="alert" />} role="alert">
      {describe(error)}
    </Alert>
  );
}
