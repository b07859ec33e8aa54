import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { toLocale } from '#model/locale.ts';
import type { AvailableBuild } from '#model/installable-build.ts';
import { lazyApiClient } from '#portal/lazy-api.ts';
import { goToOtherSite } from '#portal/go-to.ts';
import { formatBytes } from '#portal/i18n/format-bytes.ts';
import { formatDateInUtc } from '#portal/i18n/format-date.ts';
import { useSessionNumber } from '#portal/session.ts';
import { Button } from '#portal/ui/Button.tsx';
import { Icon } from '#portal/ui/Icon.tsx';
import { Notice } from '#portal/ui/Notice.tsx';
import { findOperatingSystem } from './find-operating-system.ts';

export function Downloads({ game, defaultBranch }: { game: string; defaultBranch: string }) {
  const { t } = useTranslation();
  const session = useSessionNumber();
  const [downloadId, setDownloadId] = useState<string>();
  const available = useQuery({
    queryKey: ['downloads', game, session],
    queryFn: () => lazyApiClient.launcher.availableBranches({ Game: game }),
  });
  const start = useMutation({
    mutationFn: async ({ Branch, Os }: AvailableBuild) => {
      setDownloadId(undefined);
      const wanted = { Game: game, Branch, Installer: true, ...(Os !== undefined && { Os }) };
      const { SessionId } = await lazyApiClient.launcher.requestDownload(wanted);
      const { Url } = await lazyApiClient.launcher.download({ Game: game, SessionId });
      if (!goToOtherSite(Url)) throw new Error('The address of the download is not a web address.');
      setDownloadId(SessionId);
    },
    networkMode: 'always',
  });
  if (available.isPending) return <div className="placeholder" aria-busy="true" />;
  if (available.isError)
    return (
      <Notice
        tone="danger"
        action={
          <Button busy={available.isFetching} onClick={() => void available.refetch()}>
            {t('retry')}
          </Button>
        }
      >
        {t('downloads.failed')}
      </Notice>
    );
  const { Builds } = available.data;
  return (
    <>
      {Builds.length === 0 && <p className="muted">{t('downloads.empty')}</p>}
      <ul>
        {sortBuilds(Builds).map((build) => (
          <BuildRow
            key={`${build.Branch} ${build.BuildNumber}`}
            build={build}
            showsBranch={build.Branch !== defaultBranch}
            isBusy={start.isPending && start.variables === build}
            download={() => start.mutate(build)}
          />
        ))}
      </ul>
      {start.isError && <Notice tone="danger">{t('downloads.startFailed')}</Notice>}
      {downloadId !== undefined && <Progress key={downloadId} game={game} id={downloadId} />}
      <p className="muted">
        <Link to="/Profile#keys">{t('downloads.haveKey')}</Link>
      </p>
    </>
  );
}

/** Builds for this computer come first; the order of branches stays. */
function sortBuilds(builds: readonly AvailableBuild[]): AvailableBuild[] {
  const own = findOperatingSystem(navigator);
  const fits = ({ Os }: AvailableBuild): boolean => Os === undefined || Os === own;
  return builds.toSorted((a, b) => Number(fits(b)) - Number(fits(a)));
}

function BuildRow({
  build,
  showsBranch,
  isBusy,
  download,
}: {
  build: AvailableBuild;
  showsBranch: boolean;
  isBusy: boolean;
  download: () => void;
}) {
  const { t, i18n } = useTranslation();
  const locale = toLocale(i18n.language);
  const { Os, Branch, BuildNumber, Bytes, CreatedAt, Description, IsInstaller } = build;
  const system = Os ?? t('downloads.everySystem');
  const name = showsBranch ? `${system}, ${Branch}` : system;
  const details = [
    t('downloads.build', { number: new Intl.NumberFormat(locale, { useGrouping: false }).format(BuildNumber) }),
    ...(Bytes === undefined ? [] : [formatBytes(Bytes, locale)]),
    formatDateInUtc(CreatedAt, locale),
  ];
  return (
    <li>
      <div className="what">
        <p className="name">
          <bdi>{name}</bdi>
        </p>
        <p className="details">{details.join(' · ')}</p>
        {Description !== '' && (
          <p className="details">
            <bdi>{Description}</bdi>
          </p>
        )}
      </div>
      {IsInstaller ? (
        <Button kind="primary" busy={isBusy} aria-label={`${t('downloads.download')}: ${name}`} onClick={download}>
          <Icon name="install" />
          {t('downloads.download')}
        </Button>
      ) : (
        <p className="details">{t('downloads.withLauncher')}</p>
      )}
    </li>
  );
}

const pollMs = 2000;

function Progress({ game, id }: { game: string; id: string }) {
  const { t, i18n } = useTranslation();
  const locale = toLocale(i18n.language);
  const status = useQuery({
    queryKey: ['download', game, id],
    queryFn: () => lazyApiClient.launcher.download({ Game: game, SessionId: id }),
    retry: false,
    // A file at another address has no size here, and its progress is the browser's alone.
    refetchInterval: ({ state: { data, status: outcome } }) =>
      outcome !== 'error' && data?.State === 'Started' && data.Bytes !== undefined ? pollMs : false,
  });
  const { data } = status;
  if (status.isError || data?.State === 'Failed') return <Notice tone="danger">{t('downloads.unfinished')}</Notice>;
  if (data?.State === 'Completed') return <Notice tone="good">{t('downloads.done')}</Notice>;
  const { Bytes, SentBytes = 0 } = data ?? {};
  if (Bytes === undefined) return <Notice>{t('downloads.started')}</Notice>;
  const text = t('downloads.progress', { done: formatBytes(SentBytes, locale), total: formatBytes(Bytes, locale) });
  return (
    <div className="progress">
      <progress max={Bytes} value={SentBytes} aria-label={t('downloads.download')} aria-valuetext={text} />
      <p className="details">{text}</p>
    </div>
  );
}
