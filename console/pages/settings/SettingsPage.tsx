import { Alert, Badge, Button, Group, List, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { api } from '#console/api.ts';
import { DataTable } from '#console/ui/DataTable.tsx';
import { Icon } from '#console/ui/Icon.tsx';
import { PageHeader } from '#console/ui/PageHeader.tsx';
import { useMissingSetup } from '#console/ui/use-missing-setup.ts';
import { asRowSource } from '#console/ui/use-pages.ts';

/** The settings of the portal, its platforms, payment providers and sign-in methods. */
export function SettingsPage() {
  const { t } = useTranslation();
  const query = useQuery({ queryKey: ['settings', 'list'], queryFn: () => api.operatorSettings.list({}) });
  const missing = query.data?.Missing ?? [];
  const describe = useMissingSetup();
  return (
    <>
      <PageHeader title={t('settings.title')} text={t('settings.text')}>
        <Button component={Link} to="/settings/portal" leftSection={<Icon name="settings" size={16} />}>
          {t('settings.portal')}
        </Button>
      </PageHeader>
      {missing.length > 0 && (
        <Alert color="yellow" icon={<Icon name="alert" />} title={t('settings.missing')} mb="lg">
          <List size="sm">
            {missing.map(describe).map(({ text, page }) => (
              <List.Item key={text}>
                {text}{' '}
                {page !== undefined && page !== '/settings' && (
                  <Link to={page} className="link-in-text">
                    {t('common.show')}
                  </Link>
                )}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      <DataTable
        label={t('settings.title')}
        columns={[
          { id: 'title', title: t('settings.adapter'), render: ({ Title }) => <Text fw={500}>{Title}</Text> },
          { id: 'family', title: t('settings.family'), render: ({ Family }) => t(`settings.families.${Family}`) },
          {
            id: 'owners',
            title: t('settings.setUpFor'),
            isWide: true,
            render: ({ Owners }) =>
              Owners.length === 0 ? (
                <Text c="dimmed">{t('settings.notSetUp')}</Text>
              ) : (
                <Group gap={6}>
                  {Owners.map(({ Game, IsValid }) => (
                    <Badge key={Game ?? ''} color={IsValid ? 'teal' : 'red'}>
                      {Game ?? t('settings.ofPortal')}
                    </Badge>
                  ))}
                </Group>
              ),
          },
        ]}
        source={asRowSource(query, query.data?.Adapters)}
        rowKey={({ Family, Adapter }) => `${Family}/${Adapter}`}
        rowPath={({ Family, Adapter }) => `/settings/${Family}/${Adapter}`}
      />
    </>
  );
}
