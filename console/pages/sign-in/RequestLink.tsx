// Sends the link, and uses the token of a link that opened this page.
import { Button, Loader, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { api } from '#console/api.ts';
import { sessionQuery } from '#console/session.ts';
import { readLinkToken } from '#console/sign-in/link-token.ts';
import { storeReturnPath, consumeReturnPath } from '#console/sign-in/return-path.ts';
import { SignInProblem } from '#console/sign-in/SignInProblem.tsx';
import { Icon } from '#console/ui/Icon.tsx';
import { useAction } from '#console/ui/use-action.ts';

export function RequestLink() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const location = useLocation();
  const [email, setEmail] = useState('');
  const request = useAction({ run: (Email: string) => api.console.requestLink({ Email }), showsError: false });
  const link = useAction({
    run: (Token: string) => api.console.openLink({ Token }),
    onDone: (session) => {
      void navigate(consumeReturnPath(), { replace: true });
      queries.setQueryData(sessionQuery.queryKey, session);
    },
    showsError: false,
  });
  const { mutate: follow } = link;
  useEffect(() => {
    const token = readLinkToken();
    if (token !== undefined) follow(token);
  }, [follow]);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    link.reset();
    storeReturnPath(location.pathname + location.search);
    request.mutate(email.trim());
  };
  if (link.isPending)
    return (
      <div role="status" aria-label={t('common.loading')}>
        <Loader size="sm" />
      </div>
    );
  if (request.isSuccess)
    return (
      <Stack gap="sm" role="status">
        <Icon name="mail" size={28} />
        <Text>{t('signIn.sent', { email: email.trim() })}</Text>
        <Text c="dimmed">{t('signIn.sentText')}</Text>
        <Button variant="default" onClick={() => request.reset()}>
          {t('signIn.again')}
        </Button>
      </Stack>
    );
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text c="dimmed">{t('signIn.text')}</Text>
        <TextInput
          type="email"
          name="email"
          required
          size="md"
          autoComplete="email"
          maxLength={254}
          label={t('signIn.email')}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Button type="submit" size="md" loading={request.isPending}>
          {t('signIn.send')}
        </Button>
        <SignInProblem error={link.error ?? request.error} />
      </Stack>
    </form>
  );
}
