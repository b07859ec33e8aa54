// Sign-in methods, devices and merges, with what can be removed.
import { Badge, Button, Checkbox, Stack, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#console/api.ts';
import { useOperator } from '#console/session.ts';
import { nameDevice } from '#console/sign-in/name-device.ts';
import { ConfirmWithReason } from '#console/ui/ConfirmWithReason.tsx';
import { DateTime } from '#console/ui/DateTime.tsx';
import { useAction } from '#console/ui/use-action.ts';
import type { Player } from './player.ts';
import { PlayerTable } from './PlayerTable.tsx';

type Removal = { readonly kind: 'removeIdentity' | 'endSession' | 'undoMerge'; readonly id: string };

export function PlayerSignIn({ player }: { player: Player }) {
  const { t } = useTranslation();
  const { can } = useOperator();
  const [asked, setAsked] = useState<Removal>();
  const canChange = can('players.change') && player.MergedInto === undefined;
  const button = (kind: Removal['kind'], id: string) => (
    <Button size="compact-sm" variant="default" onClick={() => setAsked({ kind, id })}>
      {t(`players.act.${kind}`)}
    </Button>
  );
  return (
    <Stack gap="xl">
      <section>
        <Title order={2} mb="sm">
          {t('players.identities')}
        </Title>
        <PlayerTable
          label={t('players.identities')}
          empty={t('players.noIdentities')}
          rows={player.Identities}
          rowKey={({ IdentityId }) => IdentityId}
          columns={[
            { title: t('players.method'), render: ({ Type }) => Type },
            { title: t('players.externalId'), render: ({ ExternalId }) => <span className="mono">{ExternalId}</span> },
            { title: t('players.scope'), render: ({ Scope }) => Scope ?? t('players.portal') },
            {
              title: t('players.state'),
              render: ({ IsConfirmed }) => !IsConfirmed && <Badge color="yellow">{t('players.notConfirmed')}</Badge>,
            },
            { title: t('players.added'), render: ({ AddedAt }) => <DateTime at={AddedAt} format="day" /> },
            { title: t('players.lastUsed'), render: ({ LastUsedAt }) => <DateTime at={LastUsedAt} format="ago" /> },
            {
              title: t('common.actions'),
              render: ({ IdentityId }) => canChange && button('removeIdentity', IdentityId),
            },
          ]}
        />
      </section>
      <section>
        <Title order={2} mb="sm">
          {t('players.sessions')}
        </Title>
        <PlayerTable
          label={t('players.sessions')}
          empty={t('players.noSessions')}
          rows={player.Sessions}
          rowKey={({ SessionId }) => SessionId}
          columns={[
            {
              title: t('players.device'),
              render: ({ UserAgent }) =>
                UserAgent ? <span title={UserAgent}>{nameDevice(UserAgent)}</span> : t('players.unknown'),
            },
            {
              title: t('players.signedInBy'),
              render: ({ SignedInBy }) => (SignedInBy === 'Unknown' ? t('players.unknown') : SignedInBy),
            },
            { title: t('players.game'), render: ({ Game }) => Game ?? t('players.portal') },
            {
              title: t('players.network'),
              render: ({ Network, Country }) => [Network, Country].filter(Boolean).join(' '),
            },
            { title: t('players.created'), render: ({ CreatedAt }) => <DateTime at={CreatedAt} format="day" /> },
            { title: t('players.lastSeen'), render: ({ LastSeenAt }) => <DateTime at={LastSeenAt} format="ago" /> },
            { title: t('common.actions'), render: ({ SessionId }) => canChange && button('endSession', SessionId) },
          ]}
        />
      </section>
      {player.Merges.length > 0 && (
        <section>
          <Title order={2} mb="sm">
            {t('players.merges')}
          </Title>
          <PlayerTable
            label={t('players.merges')}
            empty=""
            rows={player.Merges}
            rowKey={({ MergeId }) => MergeId}
            columns={[
              {
                title: t('players.mergedFrom'),
                render: ({ FromAccountId }) => <span className="mono">{FromAccountId}</span>,
              },
              { title: t('players.mergedAt'), render: ({ MergedAt }) => <DateTime at={MergedAt} /> },
              { title: t('players.undoUntil'), render: ({ UndoUntil }) => <DateTime at={UndoUntil} /> },
              {
                title: t('common.actions'),
                render: ({ MergeId, CanUndo }) => CanUndo && can('players.merge') && button('undoMerge', MergeId),
              },
            ]}
          />
        </section>
      )}
      {asked && <ConfirmRemoval player={player} removal={asked} onClose={() => setAsked(undefined)} />}
    </Stack>
  );
}

function ConfirmRemoval({
  player: { AccountId },
  removal: { kind, id },
  onClose,
}: {
  player: Player;
  removal: Removal;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const [evenIfLast, setEvenIfLast] = useState(false);
  const run = useAction({
    run: (Reason: string): Promise<unknown> => {
      const { operatorPlayers: calls } = api;
      if (kind === 'endSession') return calls.endSessions({ AccountId, SessionId: id, Reason });
      if (kind === 'undoMerge') return calls.undoMerge({ AccountId, MergeId: id, Reason });
      return calls.removeIdentity({ AccountId, IdentityId: id, EvenIfLast: evenIfLast, Reason });
    },
    done: t(kind === 'endSession' ? 'players.act.endSessionsDone' : `players.act.${kind}Done`),
    changes: [['players']],
    onDone: onClose,
  });
  return (
    <ConfirmWithReason
      isOpen
      isDangerous
      onClose={onClose}
      title={t(`players.act.${kind}Title`)}
      text={t(kind === 'endSession' ? 'players.act.endSessionsText' : `players.act.${kind}Text`)}
      action={t(`players.act.${kind}`)}
      isRunning={run.isPending}
      onConfirm={run.mutate}
    >
      {kind === 'removeIdentity' && (
        <Checkbox
          label={t('players.act.evenIfLast')}
          checked={evenIfLast}
          onChange={(event) => setEvenIfLast(event.currentTarget.checked)}
        />
      )}
    </ConfirmWithReason>
  );
}
