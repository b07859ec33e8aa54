import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '#portal/i18n/format-bytes.ts';
import { lazyApiClient } from '#portal/lazy-api.ts';
import { useGamesByName } from '#portal/queries/use-games-by-name.ts';
import { useSessionNumber } from '#portal/session.ts';
import { Button } from '#portal/ui/Button.tsx';
import { Notice } from '#portal/ui/Notice.tsx';
import { RelativeTime } from '#portal/ui/RelativeTime.tsx';
import { Skeleton } from '#portal/ui/Skeleton.tsx';
import { ProfileSection } from './ProfileSection.tsx';
import { SaveVersions } from './SaveVersions.tsx';
import './saves.css';

type SaveOfGame = Awaited<ReturnType<typeof lazyApiClient.saves.list>>['Saves'][number];

export function Saves() {
  const { t } = useTranslation();
  const session = useSessionNumber();
  const saves = useQuery({
    queryKey: ['saves', session],
    queryFn: async () => (await lazyApiClient.saves.list({})).Saves,
    staleTime: 0,
  });
  return (
    <ProfileSection id="saves" title={t('saves.title')}>
      {saves.isPending && <Skeleton height="3rem" />}
      {saves.isError && (
        <Notice
          tone="danger"
          action={
            <Button busy={saves.isFetching} onClick={() => void saves.refetch()}>
              {t('retry')}
            </Button>
          }
        >
          {t('saves.failed')}
        </Notice>
      )}
      {saves.data?.length === 0 && <p className="muted">{t('saves.empty')}</p>}
      {saves.data && <SaveList saves={saves.data} />}
    </ProfileSection>
  );
}

function SaveList({ saves }: { saves: readonly SaveOfGame[] }) {
  const gameOf = useGamesByName(saves.map(({ Game }) => Game));
  return (
    <ul className="rows">
      {saves.map((save) => (
        <SaveRow key={save.Game} save={save} title={gameOf(save.Game)?.Title ?? save.Game} />
      ))}
    </ul>
  );
}

function SaveRow({ save, title }: { save: SaveOfGame; title: string }) {
  const { t, i18n } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <li>
      <div className="what">
        <p className="title">{title}</p>
        <p className="details">
          {save.Summary !== undefined && <bdi>{save.Summary}</bdi>}
          <RelativeTime at={save.UpdatedAt} />
          {save.Device !== undefined && <bdi>{save.Device}</bdi>}
          <span>{formatBytes(save.Bytes, i18n.language)}</span>
        </p>
      </div>
      <Button
        kind="quiet"
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={`${t(isOpen ? 'saves.hide' : 'saves.show')}: ${title}`}
        onClick={() => setOpen(!isOpen)}
      >
        {t(isOpen ? 'saves.hide' : 'saves.show')}
      </Button>
      <div id={id} className="save-versions" hidden={!isOpen}>
        {isOpen && <SaveVersions game={save.Game} title={title} />}
      </div>
    </li>
  );
}
