import { useTranslation } from 'react-i18next';
import { Avatar } from '#portal/ui/Avatar.tsx';
import { Badge } from '#portal/ui/Badge.tsx';
import { Button } from '#portal/ui/Button.tsx';
import { useProfileAccount } from './account-context.ts';
import { NameEditor } from './NameEditor.tsx';
import { useAddSignInMethod } from './use-add-sign-in-method.ts';

export function PersonCard() {
  const { t } = useTranslation();
  const { overview, isHanded } = useProfileAccount();
  const addIdentity = useAddSignInMethod();
  const { AccountId, Name, Email, EmailValidated, Guest } = overview.Account;
  return (
    <section className="card person" aria-label={Name}>
      <span aria-hidden="true">
        <Avatar id={AccountId} name={Name} size={88} />
      </span>
      <NameEditor />
      {Guest && <Badge>{t('profile.guest')}</Badge>}
      {Email === undefined ? (
        <>
          <p>{t('profile.noEmail')}</p>
          {!(Guest && isHanded) && <Button onClick={() => void addIdentity()}>{t('profile.addEmail')}</Button>}
        </>
      ) : (
        <>
          <p dir="ltr">{Email}</p>
          <Badge tone={EmailValidated ? 'good' : 'warning'}>
            {EmailValidated ? t('profile.emailVerified') : t('profile.emailNotVerified')}
          </Badge>
        </>
      )}
    </section>
  );
}
