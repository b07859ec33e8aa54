// One's own page: who one is here, the ways to sign in, games, purchases, devices and data.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AccountOverview } from '#model/account.ts';
import { useSession } from '#portal/shell/session.ts';
import { Button } from '#portal/ui/Button.tsx';
import { EmptyState } from '#portal/ui/EmptyState.tsx';
import { AccountContext } from './account-context.ts';
import { AccountNotices } from './AccountNotices.tsx';
import { Devices } from './Devices.tsx';
import { Friends } from './Friends.tsx';
import { Identities } from './Identities.tsx';
import { Merges } from './Merges.tsx';
import { Notifications } from './Notifications.tsx';
import { OwnData } from './OwnData.tsx';
import { PlayedGames } from './PlayedGames.tsx';
import { PersonCard } from './PersonCard.tsx';
import { Purchases } from './Purchases.tsx';
import { ProfileSkeleton } from './ProfileSkeleton.tsx';
import { Settings } from './Settings.tsx';
import { useOverview } from './use-overview.ts';
import './profile.css';

export function Profile() {
  const { t } = useTranslation();
  const session = useSession();
  const overview = useOverview();
  if (overview.data) return <ProfilePage key={session} overview={overview.data} />;
  return (
    <>
      <h1 className="unseen">{t('nav.profile')}</h1>
      {overview.isPending ? (
        <ProfileSkeleton />
      ) : (
        <NoProfile isTrying={overview.isFetching} retry={() => void overview.refetch()} />
      )}
    </>
  );
}

function NoProfile({ isTrying, retry }: { isTrying: boolean; retry: () => void }) {
  const { t } = useTranslation();
  const isOffline = !navigator.onLine;
  return (
    <EmptyState
      alert
      drawing={isOffline ? 'offline' : 'broken'}
      title={isOffline ? t('offline.title') : t('profile.failed')}
      text={isOffline ? t('offline.text') : t('games.failedText')}
      action={
        <Button kind="primary" busy={isTrying} onClick={retry}>
          {t('retry')}
        </Button>
      }
    />
  );
}

function ProfilePage({ overview }: { overview: AccountOverview }) {
  const [said, setSaid] = useState('');
  const isHanded = overview.Devices.some(({ Current, Handed }) => Current && Handed);
  return (
    <AccountContext value={{ overview, isHanded, announce: setSaid }}>
      <div className="profile">
        <AccountNotices />
        <div className="column">
          <PersonCard />
          <Settings />
          <Notifications />
        </div>
        <div className="column">
          <PlayedGames />
          <Purchases />
          <Friends />
          <Identities />
          <Devices />
          {overview.Merges.length > 0 && <Merges />}
          <OwnData />
        </div>
        <p className="unseen" role="status">
          {said}
        </p>
      </div>
    </AccountContext>
  );
}
