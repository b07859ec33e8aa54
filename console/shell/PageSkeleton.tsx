import { Skeleton, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';

export function PageSkeleton() {
  const { t } = useTranslation();
  return (
    <Stack gap="lg" role="status" aria-label={t('common.loading')}>
      <Skeleton height={28} width={220} />
      <Skeleton height={320} radius="md" />
    </Stack>
  );
}
