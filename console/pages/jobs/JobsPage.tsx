import { Badge, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { api } from '#console/api.ts';
import { DataTable } from '#console/ui/DataTable.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { PageHeader } from '#console/ui/PageHeader.tsx';
import { asRowSource } from '#console/ui/use-pages.ts';
import { FailedJobs } from './FailedJobs.tsx';
import { useDuration } from './use-duration.ts';

const tabs = ['failed', 'queues'] as const;

export function JobsPage() {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const shown = tabs.find((tab) => tab === params.get('tab')) ?? 'failed';
  return (
    <>
      <PageHeader title={t('jobs.title')} text={t('jobs.text')} />
      <Tabs value={shown} keepMounted={false} onChange={(tab) => setParams({ tab: tab ?? '' }, { replace: true })}>
        <Tabs.List mb="md">
          {tabs.map((tab) => (
            <Tabs.Tab key={tab} value={tab}>
              {t(`jobs.tabs.${tab}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="failed">
          <FailedJobs />
        </Tabs.Panel>
        <Tabs.Panel value="queues">
          <Queues />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

const colors = { waiting: 'blue', scheduled: 'gray', retrying: 'yellow', active: 'teal', dead: 'red' } as const;

function Queues() {
  const { t } = useTranslation();
  const duration = useDuration();
  const query = useQuery({
    queryKey: ['jobs', 'counts'],
    queryFn: () => api.operatorJobs.counts({}),
    refetchInterval: 10_000,
  });
  return (
    <DataTable
      label={t('jobs.tabs.queues')}
      columns={[
        { id: 'job', title: t('jobs.job'), isWide: true, render: ({ Job }) => <span className="mono">{Job}</span> },
        {
          id: 'state',
          title: t('jobs.state'),
          render: ({ State }) => <Badge color={colors[State]}>{t(`jobs.states.${State}`)}</Badge>,
        },
        { id: 'count', title: t('jobs.count'), align: 'end', render: ({ Count }) => Count },
        {
          id: 'oldest',
          title: t('jobs.oldest'),
          align: 'end',
          render: ({ OldestSeconds, State }) => (State === 'scheduled' ? '—' : duration(OldestSeconds)),
        },
      ]}
      source={asRowSource(query, query.data?.Counts)}
      rowKey={({ Job, State }) => `${Job} ${State}`}
      empty={<EmptyState icon="jobs" title={t('jobs.noJobs')} />}
    />
  );
}
