import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Avatar } from '#portal/ui/Avatar.tsx';
import { Icon } from '#portal/ui/Icon.tsx';
import { Skeleton } from '#portal/ui/Skeleton.tsx';
import { isSignedIn, useProfile } from './session.ts';

/** The way to one's own account, or to the one line that says how to get one. */
export function AccountLink() {
  const { t } = useTranslation();
  const profile = useProfile();
  if (!isSignedIn() || profile.isError) {
    return (
      <Link className="button plain account" to="/Profile">
        <Icon name="person" />
        <span>{t('signIn')}</span>
      </Link>
    );
  }
  if (profile.isPending) return <Skeleton width="40px" height="40px" round />;
  return (
    <Link className="account-avatar" to="/Profile" aria-label={t('nav.profile')}>
      <Avatar id={profile.data.AccountId} name={profile.data.Name} />
    </Link>
  );
}
