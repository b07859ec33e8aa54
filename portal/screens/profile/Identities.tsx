import { useTranslation } from 'react-i18next';
import { apiClient } from '#portal/api.ts';
import { formatDate } from '#portal/i18n/format-date.ts';
import { useConfirm } from '#portal/modals/confirm/use-confirm.ts';
import { findProviderForIdentityType } from '#portal/sign-in/sign-in-methods.ts';
import { Badge } from '#portal/ui/Badge.tsx';
import { Button } from '#portal/ui/Button.tsx';
import { RelativeTime } from '#portal/ui/RelativeTime.tsx';
import { useGameTitle } from '#portal/queries/use-games-by-name.ts';
import { useProfileAccount } from './account-context.ts';
import { RejectedChangeError } from '#portal/sign-in/change-error.ts';
import { identityTitle } from '#portal/sign-in/identity-title.ts';
import { isolateTextDirection } from '#portal/i18n/isolate-text-direction.ts';
import { focusSection, ProfileSection } from './ProfileSection.tsx';
import { shortenId } from './shorten-id.ts';
import { useAccountChange } from './use-account-change.ts';
import { useAddSignInMethod } from './use-add-sign-in-method.ts';

type Identity = ReturnType<typeof useProfileAccount>['overview']['Identities'][number];

/** The account's sign-in methods. The last one with full access can't be removed. */
export function Identities() {
  const { t } = useTranslation();
  const { overview, isHanded } = useProfileAccount();
  const confirm = useConfirm();
  const addIdentity = useAddSignInMethod();
  const removal = useAccountChange(async ({ Type, Id, Game }: Identity) => {
    const { Success } = await apiClient.profile.removeIdentity({ Type, Id, ...(Game !== undefined && { Game }) });
    if (!Success) throw new RejectedChangeError('profile.removeIdentity');
  });
  const remove = async (identity: Identity): Promise<void> => {
    const { yes } = await confirm({
      title: t('profile.removeTitle', { title: identityTitle(identity.Type, t) }),
      text: t('profile.removeText'),
      action: t('profile.remove'),
      danger: true,
    });
    if (yes) removal.mutate(identity, { onSuccess: () => focusSection('identities') });
  };
  const onlyOne = overview.Identities.some(({ Removable }) => !Removable);
  return (
    <ProfileSection id="identities" title={t('profile.identities')} error={removal.error}>
      {overview.Identities.length === 0 && <p className="muted">{t('profile.noIdentities')}</p>}
      <ul className="rows">
        {overview.Identities.map((identity) => (
          <IdentityRow
            key={`${identity.Type} ${identity.Id} ${identity.Game ?? ''}`}
            identity={identity}
            busy={removal.isPending && removal.variables === identity}
            remove={() => void remove(identity)}
          />
        ))}
      </ul>
      {onlyOne && (
        <p id="last-identity" className="muted">
          {t('profile.lastIdentity')}
        </p>
      )}
      {!(overview.Account.Guest && isHanded) && (
        <div className="actions">
          <Button onClick={() => void addIdentity()}>{t('profile.addIdentity')}</Button>
        </div>
      )}
    </ProfileSection>
  );
}

function IdentityRow({ identity, busy, remove }: { identity: Identity; busy: boolean; remove: () => void }) {
  const { t, i18n } = useTranslation();
  const { Type, Id, Confirmed, Removable, AddedAt, LastUsedAt } = identity;
  const name = `${identityTitle(Type, t)} ${shortenId(Id)}`;
  return (
    <li>
      <div className="what">
        <p className="title">
          {identityTitle(Type, t)}{' '}
          <bdi className="id" title={Id}>
            {shortenId(Id)}
          </bdi>
        </p>
        <Scope identity={identity} />
        <p className="details">
          <span>{t('profile.addedOn', { date: formatDate(AddedAt, i18n.language) })}</span>
          {LastUsedAt !== undefined && <RelativeTime at={LastUsedAt} say={(time) => t('profile.lastUsed', { time })} />}
        </p>
      </div>
      <div className="buttons">
        {!Confirmed && <ProveButton identity={identity} name={name} />}
        <Button
          kind="quiet"
          aria-label={`${t('profile.remove')}: ${name}`}
          aria-describedby={Removable ? undefined : 'last-identity'}
          disabled={!Removable}
          busy={busy}
          onClick={remove}
        >
          {t('profile.remove')}
        </Button>
      </div>
    </li>
  );
}

function Scope({ identity: { Game, Confirmed } }: { identity: Identity }) {
  const { t } = useTranslation();
  const title = useGameTitle(Game);
  if (!Confirmed) {
    return (
      <p className="scope">
        <Badge tone="warning">{t('profile.notVerified')}</Badge>
        <span>{t('profile.notVerifiedText')}</span>
      </p>
    );
  }
  return (
    <p className="scope">
      {title === undefined ? t('profile.scopeAccount') : t('profile.scopeGame', { title: isolateTextDirection(title) })}
    </p>
  );
}

/** Other methods are proved in their game or on their platform. */
function ProveButton({ identity: { Type, Id, Game }, name }: { identity: Identity; name: string }) {
  const { t } = useTranslation();
  const addIdentity = useAddSignInMethod();
  const provider = Game === undefined ? findProviderForIdentityType(Type) : undefined;
  if (provider === undefined) return null;
  return (
    <Button
      aria-label={`${t('profile.verify')}: ${name}`}
      onClick={() => void addIdentity({ provider, email: provider === 'email' ? Id : undefined })}
    >
      {t('profile.verify')}
    </Button>
  );
}
