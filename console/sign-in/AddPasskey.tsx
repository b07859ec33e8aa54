import { Button, Stack, TextInput } from '@mantine/core';
import { startRegistration, type PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#console/api.ts';
import { sessionQuery, type Session } from '#console/session.ts';
import { Icon } from '#console/ui/Icon.tsx';
import { useAction } from '#console/ui/use-action.ts';
import { nameDevice } from './name-device.ts';
import { SignInProblem } from './SignInProblem.tsx';

export function AddPasskey({ onAdded }: { onAdded?: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [name, setName] = useState(() => nameDevice(navigator.userAgent));
  const add = useAction({
    run: addPasskey,
    onDone: (session) => {
      queries.setQueryData(sessionQuery.queryKey, session);
      onAdded?.();
    },
    changes: [['factors']],
    showsError: false,
  });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    add.mutate(name.trim());
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          required
          maxLength={100}
          label={t('signIn.passkeyName')}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" loading={add.isPending} leftSection={<Icon name="key" />}>
          {t('signIn.addPasskey')}
        </Button>
        <SignInProblem error={add.error} />
      </Stack>
    </form>
  );
}

async function addPasskey(Name: string): Promise<Session> {
  const { Options } = await api.console.newPasskeyOptions({});
  const optionsJSON = JSON.parse(Options) as PublicKeyCredentialCreationOptionsJSON;
  const credential = await startRegistration({ optionsJSON });
  return api.console.addPasskey({ Credential: JSON.stringify(credential), Name });
}
