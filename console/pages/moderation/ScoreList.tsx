// Entries of a leaderboard: hide, show, remove.
import { Badge, Button, Group, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { Api } from '#contract/api.ts';
import type { ReplyOfRoute } from '#model/route.ts';
import { api } from '#console/api.ts';
import { useOperator } from '#console/session.ts';
import { useFormats } from '#console/i18n/use-formats.ts';
import { ConfirmWithReason } from '#console/ui/ConfirmWithReason.tsx';
import { DataTable } from '#console/ui/DataTable.tsx';
import { DateTime } from '#console/ui/DateTime.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { ObjectLink } from '#console/ui/ObjectLink.tsx';
import { useAction } from '#console/ui/use-action.ts';
import { asRowSource } from '#console/ui/use-pages.ts';

type Entry = ReplyOfRoute<Api['leaderboards']['operatorEntries']>['Entries'][number];
interface AskedChange {
  readonly entry: Entry;
  readonly change: 'Hide' | 'Show' | 'Remove';
}

export function ScoreList() {
  const { t } = useTranslation();
  const { can } = useOperator();
  const { number } = useFormats();
  const [params, setParams] = useSearchParams();
  const Game = params.get('board-game') ?? '';
  const Leaderboard = params.get('board') ?? '';
  const [game, setGame] = useState(Game);
  const [board, setBoard] = useState(Leaderboard);
  const [asked, setAsked] = useState<AskedChange>();
  const isNamed = Game !== '' && Leaderboard !== '';
  const query = useQuery({
    queryKey: ['moderation', 'scores', Game, Leaderboard],
    queryFn: async () => (await api.leaderboards.operatorEntries({ Game, Leaderboard, Limit: 100 })).Entries,
    enabled: isNamed,
  });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setParams({ tab: 'scores', 'board-game': game.trim(), board: board.trim() }, { replace: true });
  };
  const button = (entry: Entry, change: AskedChange['change'], label: string) => (
    <Button size="compact-sm" variant="default" onClick={() => setAsked({ entry, change })}>
      {label}
    </Button>
  );
  return (
    <>
      <form onSubmit={submit}>
        <Group align="flex-end" mb="md">
          <TextInput
            label={t('moderation.game')}
            maxLength={63}
            value={game}
            onChange={(event) => setGame(event.currentTarget.value)}
          />
          <TextInput
            label={t('moderation.leaderboard')}
            maxLength={63}
            value={board}
            onChange={(event) => setBoard(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" disabled={game.trim() === '' || board.trim() === ''}>
            {t('moderation.load')}
          </Button>
        </Group>
      </form>
      {isNamed ? (
        <DataTable
          label={t('moderation.tabs.scores')}
          columns={[
            { id: 'rank', title: t('moderation.rank'), align: 'end', render: ({ Rank }) => Rank },
            {
              id: 'player',
              title: t('moderation.player'),
              isWide: true,
              render: ({ AccountId, Name, Hidden }) => (
                <Group gap="xs">
                  <ObjectLink kind="player" id={AccountId} text={Name || AccountId} />
                  {Hidden && <Badge color="gray">{t('moderation.hidden')}</Badge>}
                </Group>
              ),
            },
            { id: 'score', title: t('moderation.score'), align: 'end', render: ({ Score }) => number(Score) },
            { id: 'at', title: t('moderation.reached'), render: ({ ReachedAt }) => <DateTime at={ReachedAt} /> },
            {
              id: 'actions',
              title: t('common.actions'),
              render: (entry) =>
                can('moderation.change') && (
                  <Group gap="xs">
                    {entry.Hidden
                      ? button(entry, 'Show', t('moderation.show'))
                      : button(entry, 'Hide', t('moderation.hide'))}
                    {button(entry, 'Remove', t('moderation.remove'))}
                  </Group>
                ),
            },
          ]}
          source={asRowSource(query, query.data)}
          rowKey={({ AccountId }) => AccountId}
        />
      ) : (
        <EmptyState icon="moderation" title={t('moderation.scoresText')} />
      )}
      {asked && <ConfirmScoreChange asked={asked} board={{ Game, Leaderboard }} onClose={() => setAsked(undefined)} />}
    </>
  );
}

const changeTexts = { Hide: 'moderation.hide', Show: 'moderation.show', Remove: 'moderation.remove' } as const;

function ConfirmScoreChange({
  asked: { entry, change },
  board,
  onClose,
}: {
  asked: AskedChange;
  board: { readonly Game: string; readonly Leaderboard: string };
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const action = t(changeTexts[change]);
  const run = useAction({
    run: (Reason: string) =>
      api.leaderboards.changeEntries({ ...board, AccountId: entry.AccountId, Change: change, Reason }),
    done: t('moderation.scoreChanged'),
    changes: [['moderation']],
    onDone: onClose,
  });
  return (
    <ConfirmWithReason
      isOpen
      isDangerous={change === 'Remove'}
      onClose={onClose}
      title={t('moderation.scoreTitle', { change: action, name: entry.Name })}
      text={t('moderation.scoreText')}
      action={action}
      isRunning={run.isPending}
      onConfirm={run.mutate}
    />
  );
}
