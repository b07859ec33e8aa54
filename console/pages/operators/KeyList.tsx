import { ActionIcon, Button, Text, Tooltip } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#console/api.ts';
import { useOperator } from '#console/session.ts';
import { ConfirmWithReason } from '#console/ui/ConfirmWithReason.tsx';
import type { Column } from '#console/ui/column.ts';
import { DataTable } from '#console/ui/DataTable.tsx';
import { DateTime } from '#console/ui/DateTime.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { Icon } from '#console/ui/Icon.tsx';
import { useAction } from '#console/ui/use-action.ts';
import { asRowSource } from '#console/ui/use-pages.ts';
import { CreateKey } from './CreateKey.tsx';
import { operatorsQuery, type KeyRow, type OperatorListProps } from './operators-query.ts';

export function KeyList({ query }: OperatorListProps) {
  const { t } = useTranslation();
  const mayManage = useOperator().can('operators.manage');
  const [isCreating, setCreating] = useState(false);
  const [revoked, setRevoked] = useState<KeyRow>();
  const revoke = useAction({
    run: (input: { KeyId: string; Reason: string }) => api.operatorAdmin.revokeKey(input),
    done: t('operators.keyRevoked'),
    changes: [operatorsQuery.queryKey],
    onDone: () => setRevoked(undefined),
  });
  const columns: Column<KeyRow>[] = [
    { id: 'name', title: t('operators.name'), render: ({ Name }) => <Text fw={500}>{Name}</Text> },
    {
      id: 'permissions',
      title: t('operators.permissions'),
      isWide: true,
      render: ({ Permissions }) => (
        <Tooltip label={Permissions.join(', ')} multiline maw={420}>
          <Text span>{t('operators.permissionCount', { count: Permissions.length })}</Text>
        </Tooltip>
      ),
    },
    { id: 'created', title: t('operators.since'), render: ({ CreatedAt }) => <DateTime at={CreatedAt} format="day" /> },
    {
      id: 'used',
      title: t('operators.lastUsed'),
      render: ({ LastUsedAt }) =>
        LastUsedAt === undefined ? (
          <Text c="dimmed">{t('operators.never')}</Text>
        ) : (
          <DateTime at={LastUsedAt} format="ago" />
        ),
    },
    {
      id: 'actions',
      title: t('common.actions'),
      align: 'end',
      render: (key) =>
        mayManage && (
          <ActionIcon aria-label={t('operators.revokeTitle', { name: key.Name })} onClick={() => setRevoked(key)}>
            <Icon name="trash" />
          </ActionIcon>
        ),
    },
  ];
  return (
    <>
      <DataTable
        label={t('operators.tabs.keys')}
        columns={columns}
        source={asRowSource(query, query.data?.Keys)}
        rowKey={({ KeyId }) => KeyId}
        tools={
          mayManage && (
            <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setCreating(true)}>
              {t('operators.createKey')}
            </Button>
          )
        }
        empty={<EmptyState icon="key" title={t('operators.noKeys')} text={t('operators.noKeysText')} />}
      />
      {isCreating && <CreateKey onClose={() => setCreating(false)} />}
      {revoked && (
        <ConfirmWithReason
          isOpen
          isDangerous
          onClose={() => setRevoked(undefined)}
          title={t('operators.revokeTitle', { name: revoked.Name })}
          text={t('operators.revokeText')}
          action={t('operators.revoke')}
          isRunning={revoke.isPending}
          onConfirm={(Reason) => revoke.mutate({ KeyId: revoked.KeyId, Reason })}
        />
      )}
    </>
  );
}
