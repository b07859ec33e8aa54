import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { PageHeader } from '#console/ui/PageHeader.tsx';

export function NoSuchPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader title={t('shell.noPage')} />
      <EmptyState icon="search" title={t('shell.noPageTitle')} text={t('shell.noPageText')}>
        <Button component={Link} to="/" variant="default">
          {t('shell.toStart')}
        </Button>
      </EmptyState>
    </>
  );
}
