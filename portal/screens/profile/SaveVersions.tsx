// The last revisions of a save. Restoring makes a new revision, so it can be undone.
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#contract/api-error.ts';
import { formatBytes } from '#portal/i18n/format-bytes.ts';
import { lazyApiClient } from '#portal/lazy-api.ts';
import { useConfirm } from '#portal/modals/confirm/use-confirm.ts';
import { useSessionNumber } from '#portal/session.ts';
import { getAccountChangeErrorTextKey } from '#portal/sign-in/change-error.ts';
import { Badge } from '#portal/ui/Badge.tsx';
import { Button } from '#portal/ui/Button.tsx';
import { Notice } from '#portal/ui/Notice.tsx';
import { RelativeTime } from '#portal/ui/RelativeTime.tsx';
import { Skeleton } from '#portal/ui/Skeleton.tsx';
import { useProfileAccount } from './account-context.ts';
import { downloadJson } from './download-json.ts';

type Revision = Awaited<ReturnType<typeof lazyApiClient.saves.revisions>>['Revisions'][number];

interface RestoreRequest {
  readonly revision: number;
  readonly isUndo: boolean;
}

export function SaveVersions({ game, title }: { game: string; title: string }) {
  const { t } = useTranslation();
  const session = useSessionNumber();
  const queries = useQueryClient();
  const confirm = useConfirm();
  const { isHanded } = useProfileAccount();
  const revisions = useQuery({
    queryKey: ['saves', session, game, 'revisions'],
    queryFn: async () => (await lazyApiClient.saves.revisions({ Game: game })).Revisions,
    staleTime: 0,
  });
  const current = revisions.data?.[0];
  // Also the list of games, which shows the current revision.
  const refresh = (): Promise<void> => queries.invalidateQueries({ queryKey: ['saves', session] });
  const restoration = useMutation({
    mutationFn: async ({ revision }: RestoreRequest) => {
      await lazyApiClient.saves.restore({ Game: game, Revision: revision, BaseRevision: current?.Revision ?? 0 });
      return current?.Revision;
    },
    networkMode: 'always',
    onSettled: refresh,
  });
  const removal = useMutation({
    mutationFn: async () => {
      await lazyApiClient.saves.remove({ Game: game });
      return current?.Revision;
    },
    networkMode: 'always',
    onSettled: refresh,
  });
  const restore = (request: RestoreRequest): void => {
    removal.reset();
    restoration.mutate(request);
  };
  const remove = async (): Promise<void> => {
    const { yes } = await confirm({
      title: t('saves.removeTitle'),
      text: t('saves.removeText'),
      action: t('saves.remove'),
      danger: true,
    });
    if (!yes) return;
    restoration.reset();
    removal.mutate();
  };
  if (revisions.isPending) return <Skeleton height="8rem" />;
  if (revisions.isError)
    return (
      <Notice
        tone="danger"
        action={
          <Button busy={revisions.isFetching} onClick={() => void revisions.refetch()}>
            {t('retry')}
          </Button>
        }
      >
        {t('saves.failed')}
      </Notice>
    );
  const error = restoration.error ?? removal.error;
  const isBusy = restoration.isPending || removal.isPending;
  const before = restoration.data ?? removal.data;
  const done = restoration.isSuccess
    ? t(restoration.variables.isUndo ? 'saves.isUndone' : 'saves.isRestored')
    : removal.isSuccess && t('saves.isRemoved');
  return (
    <>
      {error && (
        <Notice tone="danger">
          {t(
            error instanceof ApiError && (error.code === 'SaveConflict' || error.code === 'NotFound')
              ? 'saves.changed'
              : getAccountChangeErrorTextKey(error),
          )}
        </Notice>
      )}
      {done && (
        <Notice
          tone="good"
          action={
            before !== undefined &&
            before > 0 &&
            !(restoration.isSuccess && restoration.variables.isUndo) && (
              <Button busy={isBusy} onClick={() => restore({ revision: before, isUndo: true })}>
                {t('saves.undo')}
              </Button>
            )
          }
        >
          {done}
        </Notice>
      )}
      <ol>
        {revisions.data.map((revision, index) => (
          <SaveVersion
            key={revision.Revision}
            {...{ game, title, revision, isBusy }}
            isCurrent={index === 0}
            restore={() => restore({ revision: revision.Revision, isUndo: false })}
          />
        ))}
      </ol>
      {!isHanded && current !== undefined && current.Bytes > 0 && (
        <Button kind="quiet" aria-label={`${t('saves.remove')}: ${title}`} busy={isBusy} onClick={() => void remove()}>
          {t('saves.remove')}
        </Button>
      )}
    </>
  );
}

function SaveVersion({
  game,
  title,
  revision,
  isCurrent,
  isBusy,
  restore,
}: {
  game: string;
  title: string;
  revision: Revision;
  isCurrent: boolean;
  isBusy: boolean;
  restore: () => void;
}) {
  const { t, i18n } = useTranslation();
  const [isShown, setShown] = useState(false);
  const time = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' });
  const name = `${title}, ${time.format(new Date(revision.UpdatedAt))}`;
  const session = useSessionNumber();
  const queries = useQueryClient();
  const contents = contentsQuery(session, game, revision.Revision);
  const download = useMutation({
    mutationFn: async () => {
      const keys = await queries.fetchQuery(contents);
      const { Revision: number, UpdatedAt, Summary } = revision;
      downloadJson({ Game: game, Revision: number, UpdatedAt, Summary, Keys: keys }, `${game}-save-${number}.json`);
    },
    networkMode: 'always',
  });
  const origin = {
    Device: undefined,
    Server: 'saves.server',
    Restore: 'saves.restored',
    Merge: 'saves.merged',
  } as const;
  const source = origin[revision.Origin];
  return (
    <li>
      <p className="title">
        <RelativeTime at={revision.UpdatedAt} />
        {revision.Summary !== undefined && <bdi>{revision.Summary}</bdi>}
        {isCurrent && <Badge tone="good">{t('saves.current')}</Badge>}
      </p>
      <p className="details">
        {source !== undefined && <span>{t(source)}</span>}
        {revision.Device !== undefined && <bdi>{revision.Device}</bdi>}
        <span>{formatBytes(revision.Bytes, i18n.language)}</span>
      </p>
      <div className="version-actions">
        <Button
          kind="quiet"
          aria-expanded={isShown}
          aria-label={`${t(isShown ? 'saves.close' : 'saves.view')}: ${name}`}
          onClick={() => setShown(!isShown)}
        >
          {t(isShown ? 'saves.close' : 'saves.view')}
        </Button>
        <Button
          kind="quiet"
          aria-label={`${t('saves.download')}: ${name}`}
          busy={download.isPending}
          onClick={() => download.mutate()}
        >
          {t('saves.download')}
        </Button>
        {!isCurrent && (
          <Button kind="quiet" aria-label={`${t('saves.restore')}: ${name}`} busy={isBusy} onClick={restore}>
            {t('saves.restore')}
          </Button>
        )}
      </div>
      {download.isError && <Notice tone="danger">{t(getAccountChangeErrorTextKey(download.error))}</Notice>}
      {isShown && <SaveContents game={game} revision={revision.Revision} />}
    </li>
  );
}

const contentsQuery = (session: number, game: string, revision: number) =>
  queryOptions({
    queryKey: ['saves', session, game, 'revision', revision],
    queryFn: async () => (await lazyApiClient.saves.revision({ Game: game, Revision: revision })).Keys,
  });

function SaveContents({ game, revision }: { game: string; revision: number }) {
  const { t } = useTranslation();
  const session = useSessionNumber();
  const contents = useQuery(contentsQuery(session, game, revision));
  if (contents.isPending) return <Skeleton height="4rem" />;
  if (contents.isError) return <Notice tone="danger">{t('saves.failed')}</Notice>;
  const entries = Object.entries(contents.data);
  if (entries.length === 0) return <p className="muted">{t('saves.noKeys')}</p>;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- Focusable, because it scrolls.
    <dl className="save-contents" tabIndex={0}>
      {entries.map(([name, value]) => (
        <div key={name}>
          <dt>
            <bdi>{name}</bdi>
          </dt>
          <dd>
            <bdi>{value.slice(0, maxShownLength)}</bdi>
            {value.length > maxShownLength && '…'}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The download has everything. */
const maxShownLength = 2000;
