// Shows the sign-in until the session is complete. The address stays, so that the operator returns to it.
import { Button, Center, Loader, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { onSignedOut } from '#console/api.ts';
import { sessionQuery } from '#console/session.ts';
import { useProblemText } from '#console/ui/use-problem-text.ts';

const SignInPage = lazy(async () => ({ default: (await import('#console/pages/sign-in/SignInPage.tsx')).SignInPage }));

export function SessionGate({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const describe = useProblemText();
  const queries = useQueryClient();
  const { data: session, error, refetch } = useQuery(sessionQuery);
  useEffect(() => onSignedOut(() => void queries.invalidateQueries({ queryKey: sessionQuery.queryKey })), [queries]);
  if (session?.Stage === 'SignedIn' && session.Operator)
    return <OwnData key={session.Operator.OperatorId}>{children}</OwnData>;
  if (session)
    return (
      <Suspense fallback={<Waiting />}>
        <SignInPage session={session} />
      </Suspense>
    );
  if (!error) return <Waiting />;
  return (
    <Center mih="100dvh" p="md">
      <Stack align="center" gap="sm" role="alert">
        <Text fw={600}>{t('shell.unreachable')}</Text>
        <Text c="dimmed">{describe(error)}</Text>
        <Button variant="default" onClick={() => void refetch()}>
          {t('common.retry')}
        </Button>
      </Stack>
    </Center>
  );
}

/** Nothing of one operator's data stays for the next. */
function OwnData({ children }: { children: ReactNode }) {
  const queries = useQueryClient();
  useEffect(
    () => () => queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] }),
    [queries],
  );
  return children;
}

function Waiting() {
  const { t } = useTranslation();
  return (
    <Center mih="100dvh" role="status" aria-label={t('common.loading')}>
      <Loader size="sm" />
    </Center>
  );
}
