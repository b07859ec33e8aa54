import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { AddAuthenticatorApp } from '#console/sign-in/AddAuthenticatorApp.tsx';
import { AddPasskey } from '#console/sign-in/AddPasskey.tsx';
import { Divider } from '@mantine/core';

/** Of an operator who has none yet. */
export function AddSecondFactor() {
  const { t } = useTranslation();
  return (
    <Stack>
      <Text c="dimmed">{t('signIn.addText')}</Text>
      <AddPasskey />
      <Divider label={t('signIn.or')} />
      <AddAuthenticatorApp />
    </Stack>
  );
}
