import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { Avatar } from '#portal/ui/Avatar.tsx';
import { Button } from '#portal/ui/Button.tsx';
import { Icon } from '#portal/ui/Icon.tsx';
import { Skeleton } from '#portal/ui/Skeleton.tsx';
import { SignOutButton } from './SignOutButton.tsx';
import { useProfile, useSessionNumber } from '#portal/session.ts';
import { useSignIn } from './use-sign-in.ts';
import { readRequestedPage } from './requested-page.ts';
import { useOwnPagePaths } from './own-page-paths.ts';

/**
 * A link to the player's account, or a sign-in button.
 * @param hasProfile without a profile page, a sign-out button is shown
 */
export function AccountLink({ hasLogin = true, hasProfile = true }: { hasLogin?: boolean; hasProfile?: boolean }) {
  const { t } = useTranslation();
  const session = useSessionNumber();
  const profile = useProfile();
  const signIn = useSignIn();
  const { state } = useLocation();
  const { profilePage: page } = useOwnPagePaths();
  if (session === 0) {
    if (!hasLogin) return null;
    return (
      <Button
        className="account"
        aria-haspopup="dialog"
        onClick={() => void signIn({ from: readRequestedPage(state) })}
      >
        <Icon name="person" />
        <span>{t('signIn')}</span>
      </Button>
    );
  }
  if (!hasProfile || page === undefined) return <SignOutButton />;
  if (profile.isPending) return <Skeleton width="40px" height="40px" round />;
  return (
    <Link className="account-avatar" to={page}>
      <span className="unseen">{t('nav.profile')}</span>
      {profile.data ? (
        <span aria-hidden="true">
          <Avatar id={profile.data.AccountId} name={profile.data.Name} />
        </span>
      ) : (
        <span className="button plain account">
          <Icon name="person" />
        </span>
      )}
    </Link>
  );
}
