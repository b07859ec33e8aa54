// Proves a second factor that the operator has: a passkey, or a code of the authenticator app.
import { Button, Divider, PinInput, Stack, Text } from '@mantine/core';
import { startAuthentication, type PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#console/api.ts';
import { sessionQuery, type Session } from '#console/session.ts';
import { Icon } from '#console/ui/Icon.tsx';
import { useAction } from '#console/ui/use-action.ts';
import { SignInProblem } from './SignInProblem.tsx';

interface SecondFactorProps {
  readonly session: Session;
  readonly onProved?: () => void;
}

export function SecondFactor({ session, onProved }: SecondFactorProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [code, setCode] = useState('');
  const onDone = (proved: Session): void => {
    queries.setQueryData(sessionQuery.queryKey, proved);
    onProved?.();
  };
  const passkey = useAction({ run: provePasskey, onDone, showsError: false });
  const app = useAction({ run: (Code: string) => api.console.proveCode({ Code }), onDone, showsError: false });
  const tryCode = (Code: string): void => {
    passkey.reset();
    app.mutate(Code, { onError: () => setCode('') });
  };
  return (
    <Stack>
      {session.HasPasskey && (
        <Button
          size="md"
          loading={passkey.isPending}
          leftSection={<Icon name="key" />}
          data-autofocus
          onClick={() => {
            app.reset();
            passkey.mutate();
          }}
        >
          {t('signIn.usePasskey')}
        </Button>
      )}
      {session.HasPasskey && session.HasAuthenticatorApp && <Divider label={t('signIn.or')} />}
      {session.HasAuthenticatorApp && (
        <Stack gap="xs" align="center">
          <Text id="code-label" size="md">
            {t('signIn.enterCode')}
          </Text>
          <CodeInput value={code} onChange={setCode} onComplete={tryCode} isDisabled={app.isPending} />
        </Stack>
      )}
      <SignInProblem error={passkey.error ?? app.error} />
    </Stack>
  );
}

interface CodeInputProps {
  readonly value: string;
  readonly onChange: (code: string) => void;
  readonly onComplete: (code: string) => void;
  readonly isDisabled: boolean;
}

/** Six digits. The label is the element with the id `code-label`. */
export function CodeInput({ value, onChange, onComplete, isDisabled }: CodeInputProps) {
  const { t } = useTranslation();
  return (
    <PinInput
      length={6}
      type="number"
      inputMode="numeric"
      oneTimeCode
      size="lg"
      aria-label={t('signIn.digit')}
      value={value}
      onChange={onChange}
      onComplete={onComplete}
      disabled={isDisabled}
    />
  );
}

async function provePasskey(): Promise<Session> {
  const { Options } = await api.console.passkeyOptions({});
  const optionsJSON = JSON.parse(Options) as PublicKeyCredentialRequestOptionsJSON;
  const credential = await startAuthentication({ optionsJSON });
  return api.console.provePasskey({ Credential: JSON.stringify(credential) });
}
