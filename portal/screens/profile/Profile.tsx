import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AccountOverview } from '#model/account.ts';
import { useSessionNumber } from '#portal/session.ts';
import { usePageTitle } from '#portal/shell/use-page-title.ts';
import { LoadFailed } from '#portal/ui/LoadFailed.tsx';
import { Skeleton } from '#portal/ui/Skeleton.tsx';
import { ProfileAccountContext } from './account-context.ts';
import { AccountNotices } from './AccountNotices.tsx';
import { Devices } from './Devices.tsx';
import { Friends } from './Friends.tsx';
import { GameKeys } from './GameKeys.tsx';
import { Identities } from './Identities.tsx';
import { MergedAccounts } from './MergedAccounts.tsx';
import { NotificationSettings } from './NotificationSettings.tsx';
import { PersonalData } from './PersonalData.tsx';
import { PlayedGames } from './PlayedGames.tsx';
import { PersonCard } from './PersonCard.tsx';
import { Purchases } from './Purchases.tsx';
import { ProfileSection } from './ProfileSection.tsx';
import { ProfileSkeleton } from './ProfileSkeleton.tsx';
import { Saves } from './Saves.tsx';
import { Settings } from './Settings.tsx';
import { useAccountOverview } from './use-overview.ts';
import './profile.css';

const AchievementShelf = lazy(async () => ({
  default: (await import('./AchievementShelf.tsx')).AchievementShelf,
}));

export function Profile() {
  const { t } = useTranslation();
  const session = useSessionNumber();
  const overview = useAccountOverview();
  usePageTitle(t('nav.profile'));
  if (overview.data) return <ProfilePage key={session} overview={overview.data} />;
  return (
    <>
      <h1 className="unseen">{t('nav.profile')}</h1>
      {overview.isPending ? <ProfileSkeleton /> : <LoadFailed title={t('profile.failed')} query={overview} />}
    </>
  );
}

function ProfilePage({ overview }: { overview: AccountOverview }) {
  const [said, setSaid] = useState('');
  const isHanded = overview.Devices.some(({ Current, Handed }) => Current && Handed);
  return (
    <ProfileAccountContext value={{ overview, isHanded, announce: setSaid }}>
      <div className="profile">
        <AccountNotices />
        <div className="column">
          <PersonCard />
          <Settings />
          <NotificationSettings />
        </div>
        <div className="column">
          <PlayedGames />
          <Achievements />
          <Saves />
          <GameKeys />
          <Purchases />
          <Friends />
          <Identities />
          <Devices />
          {overview.Merges.length > 0 && <MergedAccounts />}
          <PersonalData />
        </div>
        <p className="unseen" role="status">
          {said}
        </p>
      </div>
    </ProfileAccountContext>
  );
}

function Achievements() {
  const { t } = useTranslation();
  return (
    <ProfileSection id="achievements" title={t('achievements.title')}>
      <Suspense fallback={<Skeleton height="120px" />}>
        <AchievementShelf />
      </Suspense>
    </ProfileSection>
  );
}
