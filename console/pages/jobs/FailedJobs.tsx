import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#console/api.ts';
import { useOperator } from '#console/session.ts';
import { ConfirmWithReason } from '#console/ui/ConfirmWithReason.tsx';
import { DataTable } from '#console/ui/DataTable.tsx';
import { DateTime } from '#console/ui/DateTime.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { useAction } from '#console/ui/use-action.ts';
import { usePages } from '#console/ui/use-pages.ts';

type FailedJob = Awaited<ReturnType<typeof api.operatorJobs.failed>>['Jobs'][number];

/** Jobs that failed for good. Each can be run again, or discarded. */
export function FailedJobs() {
  const { t } = useTranslation();
  const mayChange = useOperator().can('jobs.change');
  const [discarded, setDiscarded] = useState<FailedJob>();
  const source = usePages({
    queryKey: ['jobs', 'failed'],
    load: async (BeforeId: string | undefined, Limit) =>
      (await api.operatorJobs.failed({ Job: undefined, BeforeId, Limit })).Jobs,
    cursorOf: ({ JobId }) => JobId,
  });
  const retry = useAction({
    run: ({ Job, JobId }: FailedJob) => api.operatorJobs.retry({ Job, JobId, Reason: undefined }),
    done: t('jobs.retried'),
    changes: [['jobs']],
  });
  const discard = useAction({
    run: ({ job: { Job, JobId }, Reason }: { job: FailedJob; Reason: string }) =>
      api.operatorJobs.discard({ Job, JobId, Reason }),
    done: t('jobs.discarded'),
    changes: [['jobs']],
    onDone: () => setDiscarded(undefined),
  });
  return (
    <>
      <DataTable
        label={t('jobs.tabs.failed')}
        columns={[
          { id: 'at', title: t('jobs.failedAt'), render: ({ FailedAt }) => <DateTime at={FailedAt} /> },
          { id: 'job', title: t('jobs.job'), render: ({ Job }) => <span className="mono">{Job}</span> },
          { id: 'error', title: t('jobs.error'), isWide: true, render: ({ Error }) => Error ?? t('jobs.noError') },
          { id: 'tries', title: t('jobs.tries'), align: 'end', render: ({ Tries }) => Tries },
          {
            id: 'actions',
            title: t('common.actions'),
            align: 'end',
            render: (job) =>
              mayChange && (
                <Group gap="xs" justify="flex-end" wrap="nowrap">
                  <Button size="xs" variant="default" disabled={retry.isPending} onClick={() => retry.mutate(job)}>
                    {t('jobs.retry')}
                  </Button>
                  <Button size="xs" variant="subtle" color="red" onClick={() => setDiscarded(job)}>
                    {t('jobs.discard')}
                  </Button>
                </Group>
              ),
          },
        ]}
        source={source}
        rowKey={({ JobId }) => JobId}
        empty={<EmptyState icon="check" title={t('jobs.noFailed')} text={t('jobs.noFailedText')} />}
      />
      {discarded && (
        <ConfirmWithReason
          isOpen
          isDangerous
          onClose={() => setDiscarded(undefined)}
          title={t('jobs.discard')}
          text={t('jobs.discardText', { job: discarded.Job })}
          action={t('jobs.discard')}
          isRunning={discard.isPending}
          onConfirm={(Reason) => discard.mutate({ job: discarded, Reason })}
        />
      )}
    </>
  );
}
