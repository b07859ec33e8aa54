import { Alert, Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useProblemText } from './use-problem-text.ts';
import { ApiError } from '#contract/api-error.ts';
import { EmptyState } from './EmptyState.tsx';
import { Icon } from './Icon.tsx';

/** Instead of what could not be loaded. */
export function LoadFailed({ error, retry }: { error: unknown; retry?: (() => void) | undefined }) {
  const { t } = useTranslation();
  const describe = useProblemText();
  if (error instanceof ApiError && error.status === 404)
    return (
      <div role="alert">
        <EmptyState icon="search" title={describe(error)} text={t('common.notFoundText')} />
      </div>
    );
  const requestId = error instanceof ApiError ? error.requestId : undefined;
  return (
    <Alert color="red" icon={<Icon name="alert" />} title={t('common.loadFailed')} role="alert">
      <Text size="md">{describe(error)}</Text>
      {requestId !== undefined && (
        <Text size="sm" c="dimmed" mt={4}>
          {t('common.requestId')} <span className="mono">{requestId}</span>
        </Text>
      )}
      {retry && (
        <Group mt="sm">
          <Button size="xs" variant="default" onClick={retry} leftSection={<Icon name="refresh" size={16} />}>
            {t('common.retry')}
          </Button>
        </Group>
      )}
    </Alert>
  );
}
