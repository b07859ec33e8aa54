import { Badge, Button, Group, Menu, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOperator } from '#console/session.ts';
import type { Column } from '#console/ui/column.ts';
import { DataTable } from '#console/ui/DataTable.tsx';
import { DateTime } from '#console/ui/DateTime.tsx';
import { Icon } from '#console/ui/Icon.tsx';
import { RowMenu } from '#console/ui/RowMenu.tsx';
import { asRowSource } from '#console/ui/use-pages.ts';
import { ChangeOperator } from './ChangeOperator.tsx';
import { ConfirmOperatorChange, type OperatorChange } from './ConfirmOperatorChange.tsx';
import { InviteOperator } from './InviteOperator.tsx';
import type { OperatorListProps, OperatorRow } from './operators-query.ts';

type Dialog =
  | { readonly kind: 'invite' }
  | { readonly kind: 'change' | OperatorChange; readonly operator: OperatorRow };

export function OperatorList({ query }: OperatorListProps) {
  const { t } = useTranslation();
  const { can, OperatorId } = useOperator();
  const [dialog, setDialog] = useState<Dialog>();
  const close = (): void => setDialog(undefined);
  const studios = query.data?.Studios ?? [];
  const mayManage = can('operators.manage');
  const columns: Column<OperatorRow>[] = [
    {
      id: 'name',
      title: t('operators.name'),
      isWide: true,
      render: ({ Name, Email, OperatorId: id }) => (
        <div>
          <Group gap={6}>
            <Text fw={500}>{Name}</Text>
            {id === OperatorId && <Badge color="gray">{t('operators.you')}</Badge>}
          </Group>
          <Text size="sm" c="dimmed">
            {Email}
          </Text>
        </div>
      ),
    },
    {
      id: 'role',
      title: t('operators.role'),
      render: ({ Role, Studio }) => (
        <Group gap={6}>
          <Badge color={Role === 'owner' ? 'accent' : 'gray'}>{t(`roles.${Role}`)}</Badge>
          {Studio !== undefined && (
            <Text c="dimmed">{studios.find((each) => each.Studio === Studio)?.Name ?? Studio}</Text>
          )}
        </Group>
      ),
    },
    {
      id: 'factor',
      title: t('operators.factor'),
      render: ({ HasSecondFactor }) => (
        <Badge color={HasSecondFactor ? 'teal' : 'yellow'}>
          {t(HasSecondFactor ? 'operators.hasFactor' : 'operators.noFactor')}
        </Badge>
      ),
    },
    {
      id: 'seen',
      title: t('operators.lastSeen'),
      render: ({ LastSeenAt }) =>
        LastSeenAt === undefined ? (
          <Text c="dimmed">{t('operators.never')}</Text>
        ) : (
          <DateTime at={LastSeenAt} format="ago" />
        ),
    },
    { id: 'invitedBy', title: t('operators.invitedBy'), isHidden: true, render: ({ InvitedBy }) => InvitedBy },
    {
      id: 'created',
      title: t('operators.since'),
      isHidden: true,
      render: ({ CreatedAt }) => <DateTime at={CreatedAt} format="day" />,
    },
    {
      id: 'actions',
      title: t('common.actions'),
      align: 'end',
      render: (operator) =>
        mayManage && (
          <RowMenu label={t('operators.actionsOf', { name: operator.Name })}>
            <Menu.Item leftSection={<Icon name="edit" />} onClick={() => setDialog({ kind: 'change', operator })}>
              {t('operators.change')}
            </Menu.Item>
            {operator.HasSecondFactor && (
              <Menu.Item leftSection={<Icon name="key" />} onClick={() => setDialog({ kind: 'resetFactor', operator })}>
                {t('operators.resetFactor')}
              </Menu.Item>
            )}
            <Menu.Item
              color="var(--mantine-color-red-text)"
              leftSection={<Icon name="trash" />}
              onClick={() => setDialog({ kind: 'remove', operator })}
            >
              {t('operators.remove')}
            </Menu.Item>
          </RowMenu>
        ),
    },
  ];
  return (
    <>
      <DataTable
        name="operators"
        label={t('operators.tabs.people')}
        columns={columns}
        source={asRowSource(query, query.data?.Operators)}
        rowKey={(row) => row.OperatorId}
        tools={
          mayManage && (
            <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setDialog({ kind: 'invite' })}>
              {t('operators.invite')}
            </Button>
          )
        }
      />
      {dialog?.kind === 'invite' && <InviteOperator studios={studios} onClose={close} />}
      {dialog?.kind === 'change' && <ChangeOperator operator={dialog.operator} studios={studios} onClose={close} />}
      {(dialog?.kind === 'remove' || dialog?.kind === 'resetFactor') && (
        <ConfirmOperatorChange change={dialog.kind} operator={dialog.operator} onClose={close} />
      )}
    </>
  );
}
