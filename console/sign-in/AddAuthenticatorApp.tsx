// An authenticator app: a QR code with a new secret, and a code that proves it.
import { Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#console/api.ts';
import { sessionQuery } from '#console/session.ts';
import { CopyButton } from '#console/ui/CopyButton.tsx';
import { Icon } from '#console/ui/Icon.tsx';
import { useAction } from '#console/ui/use-action.ts';
import { QrCode } from './QrCode.tsx';
import { CodeInput } from './SecondFactor.tsx';
import { SignInProblem } from './SignInProblem.tsx';

export function AddAuthenticatorApp({ onAdded }: { onAdded?: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [code, setCode] = useState('');
  const start = useAction({ run: () => api.console.newAuthenticatorApp({}), showsError: false });
  const add = useAction({
    run: (input: { Secret: string; Code: string }) => api.console.addAuthenticatorApp(input),
    onDone: (session) => {
      queries.setQueryData(sessionQuery.queryKey, session);
      onAdded?.();
    },
    changes: [['factors']],
    showsError: false,
  });
  if (!start.data)
    return (
      <Stack gap="sm">
        <Button
          variant="default"
          loading={start.isPending}
          leftSection={<Icon name="phone" />}
          onClick={() => start.mutate()}
        >
          {t('signIn.addApp')}
        </Button>
        <SignInProblem error={start.error} />
      </Stack>
    );
  const { Secret, Url } = start.data;
  return (
    <Stack gap="sm">
      <Text>{t('signIn.scan')}</Text>
      <Group justify="center">
        <QrCode text={Url} label={t('signIn.qrCode')} />
      </Group>
      <Group gap="xs" justify="center" wrap="nowrap">
        <Text className="mono" ta="center">
          {Secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
        </Text>
        <CopyButton text={Secret} label={t('signIn.copySecret')} />
      </Group>
      <Text>{t('signIn.enterCode')}</Text>
      <Group justify="center">
        <CodeInput
          value={code}
          onChange={setCode}
          onComplete={(Code) => add.mutate({ Secret, Code }, { onError: () => setCode('') })}
          isDisabled={add.isPending}
        />
      </Group>
      <SignInProblem error={add.error} />
    </Stack>
  );
}
