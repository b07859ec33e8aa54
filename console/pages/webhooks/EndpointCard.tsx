import { Alert, Badge, Button, Card, Code, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#console/api.ts';
import { useOperator } from '#console/session.ts';
import { DateTime } from '#console/ui/DateTime.tsx';
import { LoadFailed } from '#console/ui/LoadFailed.tsx';
import { ShownOnce } from '#console/ui/ShownOnce.tsx';
import { useAction } from '#console/ui/use-action.ts';
import { SetEndpoint } from './SetEndpoint.tsx';

/** Where a game's deliveries are sent. */
export function EndpointCard({ game }: { game: string }) {
  const { t } = useTranslation();
  const { can } = useOperator();
  const [isEditing, setEditing] = useState(false);
  const [secret, setSecret] = useState<string>();
  const queryKey = ['webhooks', game];
  const query = useQuery({ queryKey, queryFn: () => api.operatorWebhooks.endpoint({ Game: game }) });
  const rotate = useAction({
    run: () => api.operatorWebhooks.rotateSecret({ Game: game, Reason: undefined }),
    changes: [queryKey],
    onDone: ({ Secret }) => setSecret(Secret),
  });
  const enable = useAction({
    run: (IsEnabled: boolean) => api.operatorWebhooks.setEnabled({ Game: game, IsEnabled, Reason: undefined }),
    done: t('common.saved'),
    changes: [queryKey],
  });
  const test = useAction({ run: () => api.operatorWebhooks.sendTest({ Game: game }) });
  if (query.error && !query.data) return <LoadFailed error={query.error} retry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton height={120} />;
  const { Endpoint: endpoint, IsForPage, Pending, Dead } = query.data;
  return (
    <Card withBorder>
      <Stack gap="sm">
        <Group justify="space-between">
          <div>
            <Text fw={600}>{t('webhooks.endpoint')}</Text>
            {endpoint ? (
              <Text className="mono" style={{ overflowWrap: 'anywhere' }}>
                {endpoint.Url}
              </Text>
            ) : (
              <Text c="dimmed">{t(IsForPage ? 'webhooks.forPage' : 'webhooks.noEndpoint')}</Text>
            )}
          </div>
          <Group gap="xs">
            <Badge color={Pending > 0 ? 'yellow' : 'gray'}>{t('webhooks.pending', { count: Pending })}</Badge>
            <Badge color={Dead > 0 ? 'red' : 'gray'}>{t('webhooks.dead', { count: Dead })}</Badge>
          </Group>
        </Group>
        {endpoint && IsForPage && <Alert color="yellow">{t('webhooks.forPage')}</Alert>}
        {endpoint?.DisabledAt !== undefined && (
          <Alert color="red">
            {t('webhooks.disabledSince')} <DateTime at={endpoint.DisabledAt} /> {endpoint.DisabledBecause}
          </Alert>
        )}
        {endpoint?.PausedUntil !== undefined && (
          <Alert color="yellow">
            {t('webhooks.pausedUntil')} <DateTime at={endpoint.PausedUntil} />
          </Alert>
        )}
        {endpoint?.HasOldSecret && <Text c="dimmed">{t('webhooks.twoSecrets')}</Text>}
        <Group gap="xs">
          {can('keys.manage') && (
            <Button variant="default" onClick={() => setEditing(true)}>
              {endpoint ? t('webhooks.changeAddress') : t('webhooks.setAddress')}
            </Button>
          )}
          {endpoint && can('keys.manage') && (
            <Button variant="default" loading={rotate.isPending} onClick={() => rotate.mutate()}>
              {t('webhooks.rotate')}
            </Button>
          )}
          {endpoint && can('webhooks.send') && (
            <>
              <Button
                variant="default"
                loading={enable.isPending}
                onClick={() => enable.mutate(endpoint.DisabledAt !== undefined)}
              >
                {endpoint.DisabledAt === undefined ? t('webhooks.disable') : t('webhooks.enable')}
              </Button>
              <Button loading={test.isPending} onClick={() => test.mutate()}>
                {t('webhooks.sendTest')}
              </Button>
            </>
          )}
        </Group>
        {test.data && <TestResult result={test.data} />}
      </Stack>
      {isEditing && (
        <SetEndpoint game={game} url={endpoint?.Url ?? ''} onClose={() => setEditing(false)} onSecret={setSecret} />
      )}
      {secret !== undefined && (
        <ShownOnce
          title={t('webhooks.secret')}
          text={t('webhooks.secretText')}
          secret={secret}
          onClose={() => setSecret(undefined)}
        />
      )}
    </Card>
  );
}

function TestResult({ result }: { result: Awaited<ReturnType<typeof api.operatorWebhooks.sendTest>> }) {
  const { t } = useTranslation();
  const { IsAccepted, Status, Fault, Response } = result;
  return (
    <Alert color={IsAccepted ? 'teal' : 'red'} role="status">
      {IsAccepted ? t('webhooks.testAccepted') : t('webhooks.testRefused')}{' '}
      {Status === undefined ? Fault : `HTTP ${Status}`}
      {Response !== undefined && (
        <Code block mt="xs">
          {Response}
        </Code>
      )}
    </Alert>
  );
}
