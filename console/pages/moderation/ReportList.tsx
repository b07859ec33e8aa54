// Players whom other players have reported, and what a moderator does about it.
import { Badge, Group, Menu, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Static } from 'typebox';
import type { ReportedPlayer } from '#contract/console/moderation.ts';
import { api } from '#console/api.ts';
import { useFormats } from '#console/i18n/use-formats.ts';
import { ConfirmPlayerAction } from '#console/pages/players/ConfirmPlayerAction.tsx';
import { useOperator } from '#console/session.ts';
import type { Column } from '#console/ui/column.ts';
import { ConfirmWithReason } from '#console/ui/ConfirmWithReason.tsx';
import { DataTable } from '#console/ui/DataTable.tsx';
import { DateTime } from '#console/ui/DateTime.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { ObjectLink } from '#console/ui/ObjectLink.tsx';
import { RowMenu } from '#console/ui/RowMenu.tsx';
import { useAction } from '#console/ui/use-action.ts';
import { asRowSource } from '#console/ui/use-pages.ts';
import { listReportedBoards, type ReportedBoard } from './list-reported-boards.ts';

type Reported = Static<typeof ReportedPlayer>;

interface AskedChange {
  readonly player: Reported;
  readonly change: 'dismiss' | 'rename' | 'block' | ReportedBoard;
}

export function ReportList() {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<AskedChange>();
  const query = useQuery({
    queryKey: ['moderation', 'reports'],
    queryFn: () => api.operatorModeration.reports({ Limit: 100 }),
  });
  const { Players, Total = 0 } = query.data ?? {};
  return (
    <>
      <Text c="dimmed" mb="md">
        {t('moderation.reportsText')}
      </Text>
      <DataTable
        label={t('moderation.tabs.reports')}
        columns={useColumns(setAsked)}
        source={asRowSource(query, Players)}
        rowKey={({ AccountId }) => AccountId}
        empty={<EmptyState icon="moderation" title={t('moderation.noReports')} />}
      />
      {Players && Total > Players.length && (
        <Text c="dimmed" mt="md">
          {t('moderation.moreReported', { count: Total })}
        </Text>
      )}
      {asked && <ConfirmChange asked={asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}

function useColumns(ask: (asked: AskedChange) => void): readonly Column<Reported>[] {
  const { t } = useTranslation();
  const { can } = useOperator();
  const { number } = useFormats();
  return [
    {
      id: 'player',
      title: t('moderation.player'),
      render: ({ AccountId, Name, IsBlocked }) => (
        <Group gap="xs">
          {can('players.read') ? <ObjectLink kind="player" id={AccountId} text={Name || AccountId} /> : Name}
          {IsBlocked && <Badge color="gray">{t('moderation.blocked')}</Badge>}
        </Group>
      ),
    },
    { id: 'count', title: t('moderation.reports'), align: 'end', render: ({ Count }) => number(Count) },
    {
      id: 'reasons',
      title: t('moderation.reasons'),
      render: ({ Reasons }) => (
        <Stack gap={4}>
          {Reasons.map(({ Reason, Count }) => (
            <span key={Reason}>{`${t(`moderation.reportReasons.${Reason}`)}: ${number(Count)}`}</span>
          ))}
        </Stack>
      ),
    },
    {
      id: 'details',
      title: t('moderation.reportDetails'),
      isWide: true,
      render: (player) => <Details player={player} />,
    },
    { id: 'last', title: t('moderation.lastReport'), render: ({ LastAt }) => <DateTime at={LastAt} format="ago" /> },
    {
      id: 'actions',
      title: t('common.actions'),
      render: (player) =>
        can('moderation.change') && (
          <RowMenu label={`${t('common.actions')}: ${player.Name}`}>
            {can('players.change') && (
              <>
                <Menu.Item onClick={() => ask({ player, change: 'rename' })}>{t('moderation.rename')}</Menu.Item>
                {!player.IsBlocked && (
                  <Menu.Item onClick={() => ask({ player, change: 'block' })}>{t('players.act.block')}</Menu.Item>
                )}
              </>
            )}
            {listReportedBoards(player.Latest).map((board) => (
              <Menu.Item key={`${board.Game} ${board.Leaderboard}`} onClick={() => ask({ player, change: board })}>
                {t('moderation.hideScores', { leaderboard: board.Leaderboard })}
              </Menu.Item>
            ))}
            <Menu.Item onClick={() => ask({ player, change: 'dismiss' })}>{t('moderation.dismiss')}</Menu.Item>
          </RowMenu>
        ),
    },
  ];
}

/** The latest reports that say more than a reason. */
function Details({ player: { Name, Latest } }: { player: Reported }) {
  const { t } = useTranslation();
  const names = [...new Set(Latest.map((report) => report.Name))].filter((name) => name !== Name);
  return (
    <Stack gap={4}>
      {names.map((name) => (
        <span key={name}>{t('moderation.reportedName', { name })}</span>
      ))}
      {listReportedBoards(Latest).map(({ Game, Leaderboard }) => (
        <Text key={`${Game} ${Leaderboard}`} c="dimmed" size="sm">
          {t('moderation.onBoard', { game: Game, leaderboard: Leaderboard })}
        </Text>
      ))}
      {Latest.filter((report) => report.Text !== '').map((report) => (
        <span key={`${report.At} ${report.Text}`}>{`“${report.Text}”`}</span>
      ))}
    </Stack>
  );
}

function ConfirmChange({ asked: { player, change }, onClose }: { asked: AskedChange; onClose: () => void }) {
  if (change === 'dismiss') return <ConfirmDismissal player={player} onClose={onClose} />;
  if (typeof change === 'object') return <ConfirmHiding player={player} board={change} onClose={onClose} />;
  return <ConfirmPlayerAction action={change} player={player} onClose={onClose} />;
}

function ConfirmDismissal({ player: { AccountId, Name }, onClose }: { player: Reported; onClose: () => void }) {
  const { t } = useTranslation();
  const run = useAction({
    run: (Reason: string) => api.operatorModeration.dismissReports({ AccountId, Reason }),
    done: t('moderation.reportsDismissed'),
    changes: [['moderation'], ['overview']],
    onDone: onClose,
  });
  return (
    <ConfirmWithReason
      isOpen
      onClose={onClose}
      title={t('moderation.dismissTitle', { name: Name })}
      text={t('moderation.dismissText')}
      action={t('moderation.dismiss')}
      isRunning={run.isPending}
      onConfirm={run.mutate}
    />
  );
}

function ConfirmHiding({
  player: { AccountId, Name },
  board,
  onClose,
}: {
  player: Reported;
  board: ReportedBoard;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const run = useAction({
    run: (Reason: string) => api.leaderboards.changeEntries({ ...board, AccountId, Change: 'Hide', Reason }),
    done: t('moderation.scoreChanged'),
    changes: [['moderation'], ['overview']],
    onDone: onClose,
  });
  return (
    <ConfirmWithReason
      isOpen
      onClose={onClose}
      title={t('moderation.scoreTitle', { change: t('moderation.hide'), name: Name })}
      text={t('moderation.scoreText')}
      action={t('moderation.hide')}
      isRunning={run.isPending}
      onConfirm={run.mutate}
    />
  );
}
