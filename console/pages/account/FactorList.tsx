// The operator's second factors.
import { ActionIcon, Button, Group, Modal, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#console/api.ts';
import { AddAuthenticatorApp } from '#console/sign-in/AddAuthenticatorApp.tsx';
import { AddPasskey } from '#console/sign-in/AddPasskey.tsx';
import { DateTime } from '#console/ui/DateTime.tsx';
import { Icon } from '#console/ui/Icon.tsx';
import { useAction } from '#console/ui/use-action.ts';
import { factorsQuery, type Factors } from './factors-query.ts';
import { FactorRow } from './FactorRow.tsx';

export function FactorList({ factors }: { factors: Factors | undefined }) {
  const { t } = useTranslation();
  const [adding, setAdding] = useState<'passkey' | 'app'>();
  const close = (): void => setAdding(undefined);
  const remove = useAction({
    run: (Id: string | undefined) =>
      Id === undefined ? api.console.removeAuthenticatorApp({}) : api.console.removePasskey({ Id }),
    done: t('account.factorRemoved'),
    changes: [factorsQuery.queryKey],
  });
  const isOnly = factors !== undefined && factors.Passkeys.length + (factors.HasAuthenticatorApp ? 1 : 0) < 2;
  const removeButton = (label: string, id: string | undefined) => (
    <ActionIcon
      aria-label={label}
      title={isOnly ? t('account.lastFactor') : label}
      disabled={isOnly || remove.isPending}
      onClick={() => remove.mutate(id)}
    >
      <Icon name="trash" />
    </ActionIcon>
  );
  return (
    <section className="section" aria-labelledby="account-factors">
      <Title order={2} id="account-factors">
        {t('account.factors')}
      </Title>
      <Text c="dimmed" mb="sm">
        {t('account.factorsText')}
      </Text>
      {!factors && <Skeleton height={96} />}
      <Stack gap={0}>
        {factors?.Passkeys.map(({ Id, Name, CreatedAt, LastUsedAt }) => (
          <FactorRow
            key={Id}
            icon="key"
            title={Name}
            text={
              LastUsedAt === undefined ? (
                <>
                  {t('account.added')} <DateTime at={CreatedAt} format="day" />
                </>
              ) : (
                <>
                  {t('account.used')} <DateTime at={LastUsedAt} format="ago" />
                </>
              )
            }
          >
            {removeButton(t('account.removePasskey', { name: Name }), Id)}
          </FactorRow>
        ))}
        {factors?.HasAuthenticatorApp && (
          <FactorRow icon="phone" title={t('account.app')} text={t('account.appText')}>
            {removeButton(t('account.removeApp'), undefined)}
          </FactorRow>
        )}
      </Stack>
      <Group mt="md" gap="xs">
        <Button variant="default" leftSection={<Icon name="plus" size={16} />} onClick={() => setAdding('passkey')}>
          {t('account.addPasskey')}
        </Button>
        <Button variant="default" leftSection={<Icon name="plus" size={16} />} onClick={() => setAdding('app')}>
          {t(factors?.HasAuthenticatorApp ? 'account.replaceApp' : 'account.addApp')}
        </Button>
      </Group>
      <Modal
        opened={adding !== undefined}
        onClose={close}
        title={t(adding === 'app' ? 'account.addApp' : 'account.addPasskey')}
        closeButtonProps={{ 'aria-label': t('common.close') }}
        size={420}
      >
        {adding === 'passkey' ? <AddPasskey onAdded={close} /> : <AddAuthenticatorApp onAdded={close} />}
      </Modal>
    </section>
  );
}
