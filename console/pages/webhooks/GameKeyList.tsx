import { Badge, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#console/api.ts';
import { useOperator } from '#console/session.ts';
import { ConfirmWithReason } from '#console/ui/ConfirmWithReason.tsx';
import { DataTable } from '#console/ui/DataTable.tsx';
import { DateTime } from '#console/ui/DateTime.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { Icon } from '#console/ui/Icon.tsx';
import { ShownOnce } from '#console/ui/ShownOnce.tsx';
import { useAction } from '#console/ui/use-action.ts';
import { asRowSource } from '#console/ui/use-pages.ts';

/** The keys with which a game's server makes calls and vouches for its players. */
export function GameKeyList({ game }: { game: string }) {
  const { t } = useTranslation();
  const mayManage = useOperator().can('keys.manage');
  const [dialog, setDialog] = useState<'create' | { readonly revoke: string }>();
  const [created, setCreated] = useState<string>();
  const close = (): void => setDialog(undefined);
  const queryKey = ['gameKeys', game];
  const query = useQuery({ queryKey, queryFn: () => api.operatorGameKeys.list({ Game: game }) });
  const create = useAction({
    run: (reason: string) => api.operatorGameKeys.create({ Game: game, Reason: reason || undefined }),
    changes: [queryKey],
    onDone: ({ Key }) => {
      close();
      setCreated(Key);
    },
  });
  const revoke = useAction({
    run: (input: { KeyId: string; Reason: string }) => api.operatorGameKeys.revoke({ Game: game, ...input }),
    done: t('webhooks.keyRevoked'),
    changes: [queryKey],
    onDone: close,
  });
  return (
    <>
      <DataTable
        label={t('webhooks.tabs.keys')}
        columns={[
          {
            id: 'id',
            title: t('webhooks.keyId'),
            isWide: true,
            render: ({ KeyId }) => <span className="mono">{KeyId}</span>,
          },
          { id: 'at', title: t('webhooks.created'), render: ({ CreatedAt }) => <DateTime at={CreatedAt} /> },
          {
            id: 'state',
            title: t('webhooks.state'),
            render: ({ RevokedAt }) =>
              RevokedAt === undefined ? (
                <Badge color="teal">{t('webhooks.keyActive')}</Badge>
              ) : (
                <Badge color="gray">{t('webhooks.keyIsRevoked')}</Badge>
              ),
          },
          {
            id: 'actions',
            title: t('common.actions'),
            align: 'end',
            render: ({ KeyId, RevokedAt }) =>
              mayManage &&
              RevokedAt === undefined && (
                <Button size="xs" variant="default" onClick={() => setDialog({ revoke: KeyId })}>
                  {t('webhooks.revokeKey')}
                </Button>
              ),
          },
        ]}
        source={asRowSource(query, query.data?.Keys)}
        rowKey={({ KeyId }) => KeyId}
        tools={
          mayManage && (
            <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setDialog('create')}>
              {t('webhooks.createKey')}
            </Button>
          )
        }
        empty={<EmptyState icon="key" title={t('webhooks.noKeys')} text={t('webhooks.noKeysText')} />}
      />
      <ConfirmWithReason
        isOpen={dialog === 'create'}
        isReasonOptional
        onClose={close}
        title={t('webhooks.createKey')}
        text={t('webhooks.createKeyText')}
        action={t('webhooks.createKey')}
        isRunning={create.isPending}
        onConfirm={(reason) => create.mutate(reason)}
      />
      {typeof dialog === 'object' && (
        <ConfirmWithReason
          isOpen
          isDangerous
          onClose={close}
          title={t('webhooks.revokeKey')}
          text={t('webhooks.revokeKeyText')}
          action={t('webhooks.revokeKey')}
          isRunning={revoke.isPending}
          onConfirm={(Reason) => revoke.mutate({ KeyId: dialog.revoke, Reason })}
        />
      )}
      {created !== undefined && (
        <ShownOnce
          title={t('webhooks.keyCreated')}
          text={t('webhooks.keyCreatedText')}
          secret={created}
          onClose={() => setCreated(undefined)}
        />
      )}
    </>
  );
}
