import { Badge, SegmentedControl } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { api } from '#console/api.ts';
import type { Column } from '#console/ui/column.ts';
import { DataTable } from '#console/ui/DataTable.tsx';
import { DateTime } from '#console/ui/DateTime.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { ObjectWithKind } from '#console/ui/ObjectWithKind.tsx';
import { PageHeader } from '#console/ui/PageHeader.tsx';
import { useActionText } from '#console/ui/use-action-text.ts';
import { usePages } from '#console/ui/use-pages.ts';
import { ApprovalDetails } from './ApprovalDetails.tsx';
import type { Approval } from './approval.ts';

export function ApprovalsPage() {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const isOpen = params.get('show') !== 'closed';
  const [chosen, setChosen] = useState<Approval>();
  const linked = params.get('approval');
  const source = usePages({
    queryKey: ['approvals', isOpen],
    load: async (BeforeApprovalId: string | undefined, Limit) =>
      (await api.operatorApprovals.list({ IsOpen: isOpen, BeforeApprovalId, Limit })).Approvals,
    cursorOf: ({ ApprovalId }) => ApprovalId,
  });
  const opened = chosen ?? source.rows?.find(({ ApprovalId }) => ApprovalId === linked);
  // A link from a mail may be older than the decision.
  const isElsewhere = linked !== null && isOpen && source.rows !== undefined && !opened;
  useEffect(() => {
    if (isElsewhere) setParams({ show: 'closed', approval: linked }, { replace: true });
  }, [isElsewhere, linked, setParams]);
  const close = (): void => {
    setChosen(undefined);
    if (linked !== null) setParams(isOpen ? {} : { show: 'closed' }, { replace: true });
  };
  return (
    <>
      <PageHeader title={t('approvals.title')} text={t('approvals.text')} />
      <SegmentedControl
        mb="md"
        aria-label={t('filter.title')}
        data={[
          { value: 'open', label: t('approvals.open') },
          { value: 'closed', label: t('approvals.closed') },
        ]}
        value={isOpen ? 'open' : 'closed'}
        onChange={(show) => setParams(show === 'open' ? {} : { show }, { replace: true })}
      />
      <DataTable
        label={t('approvals.title')}
        columns={useColumns()}
        source={source}
        rowKey={({ ApprovalId }) => ApprovalId}
        onOpen={setChosen}
        empty={<EmptyState icon="check" title={t('approvals.empty')} text={t('approvals.emptyText')} />}
      />
      <ApprovalDetails approval={opened} onClose={close} />
    </>
  );
}

function useColumns(): readonly Column<Approval>[] {
  const { t } = useTranslation();
  const actionText = useActionText();
  return [
    { id: 'call', title: t('approvals.call'), render: ({ Call }) => actionText(Call) },
    {
      id: 'object',
      title: t('approvals.object'),
      render: ({ ObjectKind, ObjectId }) => <ObjectWithKind kind={ObjectKind} id={ObjectId} />,
    },
    { id: 'reason', title: t('approvals.reason'), isWide: true, render: ({ Reason }) => Reason },
    {
      id: 'by',
      title: t('approvals.requestedBy'),
      render: ({ RequestedBy, IsOwn }) => (IsOwn ? t('approvals.own') : RequestedBy),
    },
    { id: 'at', title: t('approvals.requestedAt'), render: ({ RequestedAt }) => <DateTime at={RequestedAt} /> },
    {
      id: 'outcome',
      title: t('approvals.outcome'),
      render: ({ Outcome, ExpiresAt }) =>
        Outcome === undefined ? (
          <span>
            {t('approvals.expires')} <DateTime at={ExpiresAt} format="ago" />
          </span>
        ) : (
          <Badge color={Outcome === 'Approved' ? 'teal' : 'gray'}>{t(`approvals.outcomes.${Outcome}`)}</Badge>
        ),
    },
  ];
}
