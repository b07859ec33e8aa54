import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#contract/api-error.ts';
import { Icon } from '#console/ui/Icon.tsx';
import { useProblemText } from '#console/ui/use-problem-text.ts';

/** Why a sign-in or a factor failed. Nothing without an error. */
export function SignInProblem({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const describe = useProblemText();
  if (!error) return null;
  const isOfBrowser = !(error instanceof ApiError);
  return (
    <Alert color={isOfBrowser ? 'yellow' : 'red'} icon={<Icon name="alert" />} role="alert">
      {isOfBrowser ? t('signIn.passkeyFailed') : describe(error)}
    </Alert>
  );
}
