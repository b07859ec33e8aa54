import { Button, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { api } from '#console/api.ts';
import { nameDevice } from '#console/sign-in/name-device.ts';
import { DateTime } from '#console/ui/DateTime.tsx';
import { useAction } from '#console/ui/use-action.ts';
import { FactorRow } from './FactorRow.tsx';
import { factorsQuery, type Factors } from './factors-query.ts';

/** Where the operator is signed in. */
export function DeviceList({ devices }: { devices: Factors['Devices'] | undefined }) {
  const { t } = useTranslation();
  const end = useAction({
    run: (SessionId: string) => api.console.endSession({ SessionId }),
    done: t('account.deviceEnded'),
    changes: [factorsQuery.queryKey],
  });
  return (
    <section className="section" aria-labelledby="account-devices">
      <Title order={2} id="account-devices">
        {t('account.devices')}
      </Title>
      <Text c="dimmed" mb="sm">
        {t('account.devicesText')}
      </Text>
      {!devices && <Skeleton height={96} />}
      <Stack gap={0}>
        {devices?.map(({ SessionId, UserAgent, Network, LastSeenAt, IsThis }) => (
          <FactorRow
            key={SessionId}
            icon="monitor"
            title={nameDevice(UserAgent)}
            badge={IsThis ? t('account.thisDevice') : undefined}
            text={
              <>
                {Network}
                {' · '}
                <DateTime at={LastSeenAt} format="ago" />
              </>
            }
          >
            {!IsThis && (
              <Button
                variant="default"
                size="xs"
                disabled={end.isPending}
                aria-label={t('account.signOutDevice', { name: nameDevice(UserAgent) })}
                onClick={() => end.mutate(SessionId)}
              >
                {t('account.end')}
              </Button>
            )}
          </FactorRow>
        ))}
      </Stack>
    </section>
  );
}
