import { Alert, Stack, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { NeededPermission } from '#model/operator.ts';
import { useOperator } from '#console/session.ts';
import { Icon } from '#console/ui/Icon.tsx';
import { useMissingSetup } from '#console/ui/use-missing-setup.ts';
import type { Figures } from './figures.ts';

/** Where something is dealt with, and the permission of that page. */
const pages = {
  jobs: ['/jobs', 'jobs.read'],
  queues: ['/jobs?tab=queues', 'jobs.read'],
  deliveries: ['/webhooks', 'webhooks.read'],
  disputes: ['/disputes?State=Open', 'orders.read'],
  reports: ['/moderation?tab=reports', 'moderation.read'],
} as const satisfies Readonly<Record<string, readonly [string, NeededPermission]>>;

/** What an operator should look at, each with a link to the page where they can. */
export function Attention({ figures }: { figures: Figures }) {
  const { t } = useTranslation();
  const { can } = useOperator();
  const { Jobs, FailedDeliveries, OpenDisputes, RejectedWebhooks, ReportedPlayers, Missing } = figures;
  const describeMissing = useMissingSetup();
  const mayReadRejected = can('orders.read') && can('webhooks.read');
  const items: (readonly [text: string, page: string | undefined])[] = [];
  const add = (text: string, page: keyof typeof pages): void => {
    const [path, permission] = pages[page];
    items.push([text, can(permission) ? path : undefined]);
  };
  for (const { Job: job, Failed, Retrying } of Jobs) {
    if (Failed > 0) add(t('overview.jobFailed', { job, count: Failed }), 'jobs');
    if (Retrying > 0) add(t('overview.jobRetrying', { job, count: Retrying }), 'queues');
  }
  if (FailedDeliveries > 0) add(t('overview.deliveries', { count: FailedDeliveries }), 'deliveries');
  for (const { Provider, Outcome, Reason, Count } of RejectedWebhooks)
    items.push([
      `${t(`overview.rejected.${Outcome}`, { count: Count, provider: Provider })}: ${Reason}`,
      mayReadRejected ? '/reconciliation?tab=rejected' : undefined,
    ]);
  if (OpenDisputes > 0) add(t('overview.disputes', { count: OpenDisputes }), 'disputes');
  if (ReportedPlayers > 0) add(t('overview.reports', { count: ReportedPlayers }), 'reports');
  for (const { text, page } of Missing.map(describeMissing)) items.push([text, page]);
  return (
    <section aria-labelledby="attention">
      <Title order={2} id="attention" mb="xs">
        {t('overview.attention')}
      </Title>
      {items.length === 0 && (
        <Alert color="teal" icon={<Icon name="check" />}>
          {t('overview.allWell')}
        </Alert>
      )}
      <Stack gap="xs">
        {items.map(([text, page], index) => (
          // oxlint-disable-next-line react/no-array-index-key -- texts may repeat
          <Alert key={index} color="yellow" icon={<Icon name="alert" />}>
            {text}{' '}
            {page !== undefined && (
              <Link to={page} className="link-in-text">
                {t('common.show')}
              </Link>
            )}
          </Alert>
        ))}
      </Stack>
    </section>
  );
}
