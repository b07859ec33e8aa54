import { useTranslation } from 'react-i18next';
import { client } from '#portal/api.ts';
import { formatDate } from '#portal/i18n/format-date.ts';
import { useConfirm } from '#portal/modals/confirm/use-confirm.ts';
import { Button } from '#portal/ui/Button.tsx';
import { Moment } from '#portal/ui/Moment.tsx';
import { useAccount } from './account-context.ts';
import { RefusedChange } from './change-error.ts';
import { identityTitle } from './identity-title.ts';
import { focusSection, Section } from './Section.tsx';
import { shortenId } from './shorten-id.ts';
import { useAccountChange } from './use-account-change.ts';
import { useAddIdentity } from './use-add-identity.ts';

type Identity = ReturnType<typeof useAccount>['overview']['Identities'][number];

/** The ways to sign in, with the one to add another. The last one stays. */
export function Identities() {
  const { t, i18n } = useTranslation();
  const { overview, isReadOnly, canAddIdentity } = useAccount();
  const confirm = useConfirm();
  const addIdentity = useAddIdentity();
  const removal = useAccountChange(async ({ Type, Id }: Identity) => {
    if (!(await client.profile.removeIdentity({ Type, Id })).Success) throw new RefusedChange('profile.removeIdentity');
  });
  const remove = async (identity: Identity): Promise<void> => {
    const { yes } = await confirm({
      title: t('profile.removeTitle', { title: identityTitle(identity.Type) }),
      text: t('profile.removeText'),
      action: t('profile.remove'),
      danger: true,
    });
    if (yes) removal.mutate(identity, { onSuccess: () => focusSection('identities') });
  };
  const onlyOne = overview.Identities.some(({ Removable }) => !Removable);
  return (
    <Section id="identities" title={t('profile.identities')} error={removal.error}>
      {overview.Identities.length === 0 && <p className="muted">{t('profile.noIdentities')}</p>}
      <ul className="rows">
        {overview.Identities.map((identity) => {
          const title = identityTitle(identity.Type);
          const isBusy = removal.isPending && removal.variables === identity;
          return (
            <li key={`${identity.Type} ${identity.Id}`}>
              <div className="what">
                <p className="title">
                  {title}{' '}
                  <bdi className="id" title={identity.Id}>
                    {shortenId(identity.Id)}
                  </bdi>
                </p>
                <p className="details">
                  <span>{t('profile.added', { date: formatDate(identity.AddedAt, i18n.language) })}</span>
                  {identity.LastUsedAt !== undefined && (
                    <Moment at={identity.LastUsedAt} say={(time) => t('profile.lastUsed', { time })} />
                  )}
                </p>
              </div>
              <Button
                kind="quiet"
                aria-label={`${t('profile.remove')}: ${title} ${shortenId(identity.Id)}`}
                aria-describedby={identity.Removable ? undefined : 'last-identity'}
                disabled={isReadOnly || !identity.Removable}
                busy={isBusy}
                onClick={() => void remove(identity)}
              >
                {t('profile.remove')}
              </Button>
            </li>
          );
        })}
      </ul>
      {onlyOne && (
        <p id="last-identity" className="muted">
          {t('profile.lastIdentity')}
        </p>
      )}
      <div className="actions">
        <Button disabled={!canAddIdentity} onClick={() => void addIdentity()}>
          {t('profile.addIdentity')}
        </Button>
      </div>
    </Section>
  );
}
