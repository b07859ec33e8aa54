import { SimpleGrid, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useOperator } from '#console/session.ts';
import { Facts } from '#console/ui/Facts.tsx';
import { LoadFailed } from '#console/ui/LoadFailed.tsx';
import { PageHeader } from '#console/ui/PageHeader.tsx';
import { DeviceList } from './DeviceList.tsx';
import { FactorList } from './FactorList.tsx';
import { factorsQuery } from './factors-query.ts';

export function AccountPage() {
  const { t } = useTranslation();
  const { Name, Email, Role, Studio, Games } = useOperator();
  const query = useQuery(factorsQuery);
  return (
    <>
      <PageHeader title={t('account.title')} />
      <Stack gap="lg">
        <section className="section" aria-labelledby="account-profile">
          <Title order={2} mb="sm" id="account-profile">
            {t('account.profile')}
          </Title>
          <Facts
            facts={[
              [t('operators.name'), Name],
              [t('operators.email'), Email],
              [t('operators.role'), t(`roles.${Role}`)],
              [t('operators.studio'), Studio?.Name],
              [t('operators.games'), Games?.join(', ')],
            ]}
          />
        </section>
        {query.error ? (
          <LoadFailed error={query.error} retry={() => void query.refetch()} />
        ) : (
          <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
            <FactorList factors={query.data} />
            <DeviceList devices={query.data?.Devices} />
          </SimpleGrid>
        )}
      </Stack>
    </>
  );
}
