import { Badge, Group, Menu, Stack, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOperator } from '#console/session.ts';
import { DataTable } from '#console/ui/DataTable.tsx';
import { DateTime } from '#console/ui/DateTime.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { Icon } from '#console/ui/Icon.tsx';
import { RowMenu } from '#console/ui/RowMenu.tsx';
import { asRowSource } from '#console/ui/use-pages.ts';
import { BuildDetails } from './BuildDetails.tsx';
import { ChangeBuild, type BuildChange } from './ChangeBuild.tsx';
import type { Build, GameDetails } from './game-query.ts';
import { PreviewBuild } from './PreviewBuild.tsx';
import { PruneBuilds } from './PruneBuilds.tsx';
import { UploadBuild } from './UploadBuild.tsx';

type Dialog =
  | { readonly kind: BuildChange | 'preview' | 'details'; readonly build: Build }
  | { readonly kind: 'prune' };

const colors = { Live: 'teal', Earlier: 'gray', Draft: 'yellow' } as const;

export function BuildsTab({ game, query }: { game: string; query: UseQueryResult<GameDetails> }) {
  const { t } = useTranslation();
  const { can } = useOperator();
  const [dialog, setDialog] = useState<Dialog>();
  const close = (): void => setDialog(undefined);
  const mayPublish = can('games.publish');
  const isElsewhere = query.data?.Summary.Type === 'Elsewhere';
  const needsApproval = query.data?.NeedsApproval === true;
  return (
    <Stack>
      {can('games.upload') && query.data && !isElsewhere && <UploadBuild game={game} />}
      <DataTable
        label={t('games.tabs.builds')}
        source={asRowSource(query, query.data?.Builds)}
        rowKey={({ Build: number, State }) => `${State} ${number}`}
        onOpen={(build) => setDialog({ kind: 'details', build })}
        empty={
          <EmptyState
            icon="upload"
            title={isElsewhere ? t('games.builds.elsewhere') : t('games.builds.empty')}
            text={isElsewhere ? undefined : t('games.builds.emptyText')}
          />
        }
        columns={[
          { id: 'build', title: t('games.builds.build'), render: ({ Build: number }) => number },
          {
            id: 'state',
            title: t('games.state'),
            render: ({ State, HasFiles, WaitsForApproval }) => (
              <Group gap={6}>
                <Badge color={colors[State]}>{t(`games.builds.states.${State}`)}</Badge>
                {WaitsForApproval && <Badge color="blue">{t('games.builds.waits')}</Badge>}
                {!HasFiles && <Badge color="gray">{t('games.builds.noFiles')}</Badge>}
              </Group>
            ),
          },
          { id: 'version', title: t('games.builds.version'), render: ({ Version }) => Version },
          {
            id: 'description',
            title: t('games.builds.description'),
            isWide: true,
            render: ({ Description, SameAs }) => (
              <Text lineClamp={2}>
                {SameAs === undefined ? Description : t('games.builds.sameAs', { build: SameAs })}
              </Text>
            ),
          },
          { id: 'by', title: t('games.builds.by'), render: ({ By }) => By ?? '' },
          {
            id: 'at',
            title: t('games.builds.at'),
            render: ({ ByAt, CreatedAt }) => <DateTime at={ByAt ?? CreatedAt} />,
          },
          {
            id: 'actions',
            title: t('common.actions'),
            align: 'end',
            render: (build) => (
              <RowMenu label={t('games.builds.actionsOf', { build: build.Build })}>
                <Menu.Item onClick={() => setDialog({ kind: 'details', build })}>{t('games.builds.details')}</Menu.Item>
                {build.State === 'Draft' && can('games.upload') && (
                  <Menu.Item leftSection={<Icon name="link" />} onClick={() => setDialog({ kind: 'preview', build })}>
                    {t('games.builds.preview')}
                  </Menu.Item>
                )}
                {build.State === 'Draft' && mayPublish && (
                  <Menu.Item
                    leftSection={<Icon name="play" />}
                    disabled={!build.HasFiles || build.WaitsForApproval}
                    onClick={() => setDialog({ kind: needsApproval ? 'requestPublish' : 'publish', build })}
                  >
                    {t(needsApproval ? 'games.builds.requestPublish' : 'games.builds.publish')}
                  </Menu.Item>
                )}
                {build.State === 'Draft' && can('games.upload') && (
                  <Menu.Item
                    color="var(--mantine-color-red-text)"
                    leftSection={<Icon name="trash" />}
                    onClick={() => setDialog({ kind: 'discard', build })}
                  >
                    {t('games.builds.discard')}
                  </Menu.Item>
                )}
                {build.State === 'Earlier' && mayPublish && (
                  <Menu.Item
                    leftSection={<Icon name="refresh" />}
                    disabled={!build.HasFiles}
                    onClick={() => setDialog({ kind: 'rollBack', build })}
                  >
                    {t('games.builds.rollBack')}
                  </Menu.Item>
                )}
                {build.State === 'Earlier' && mayPublish && (
                  <Menu.Item
                    color="var(--mantine-color-red-text)"
                    leftSection={<Icon name="trash" />}
                    onClick={() => setDialog({ kind: 'prune' })}
                  >
                    {t('games.builds.prune')}
                  </Menu.Item>
                )}
              </RowMenu>
            ),
          },
        ]}
      />
      {needsApproval && <Text c="dimmed">{t('games.builds.needsApproval')}</Text>}
      {dialog?.kind === 'details' && <BuildDetails build={dialog.build} onClose={close} />}
      {dialog?.kind === 'preview' && <PreviewBuild game={game} build={dialog.build} onClose={close} />}
      {dialog?.kind === 'prune' && <PruneBuilds game={game} onClose={close} />}
      {dialog && 'build' in dialog && dialog.kind !== 'details' && dialog.kind !== 'preview' && (
        <ChangeBuild game={game} change={dialog.kind} build={dialog.build} onClose={close} />
      )}
    </Stack>
  );
}
