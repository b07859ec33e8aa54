import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { MergePreview } from '#model/account.ts';
import { formatDate } from '#portal/i18n/format-date.ts';
import { identityTitle } from '#portal/sign-in/identity-title.ts';
import { isolateTextDirection } from '#portal/i18n/isolate-text-direction.ts';
import { Avatar } from '#portal/ui/Avatar.tsx';
import { Badge } from '#portal/ui/Badge.tsx';
import { RelativeTime } from '#portal/ui/RelativeTime.tsx';

export function AccountCard({
  account,
  isHere,
  isKept,
  isMine,
  titleOf,
  keep,
  own,
}: {
  account: MergePreview['This'];
  isHere: boolean;
  isKept: boolean;
  isMine: boolean;
  titleOf: TitleOf;
  keep: () => void;
  own: (isMine: boolean) => void;
}) {
  const { t, i18n } = useTranslation();
  const id = useId();
  const number = new Intl.NumberFormat(i18n.language);
  return (
    <section className={isKept ? 'account kept' : 'account'} aria-labelledby={id}>
      <div className="who">
        <span aria-hidden="true">
          <Avatar id={account.AccountId} name={account.Name} size={56} />
        </span>
        <div>
          <h3 id={id}>
            <bdi>{account.Name}</bdi>
          </h3>
          <p className="muted">
            {account.Email === undefined ? t('profile.noEmail') : <bdi dir="ltr">{account.Email}</bdi>}
          </p>
          <p className="muted">{t('mergeModal.since', { date: formatDate(account.CreatedAt, i18n.language) })}</p>
        </div>
      </div>
      {(isHere || account.Guest) && (
        <p className="badges">
          {isHere && <Badge tone="good">{t('mergeModal.signedInHere')}</Badge>}
          {account.Guest && <Badge>{t('profile.guest')}</Badge>}
        </p>
      )}
      <dl>
        <dt>{t('mergeModal.signInMethods')}</dt>
        <dd>
          <SignInMethodList identities={account.Identities} titleOf={titleOf} />
        </dd>
        <dt>{t('mergeModal.games')}</dt>
        <dd>
          <Games games={account.Games} titleOf={titleOf} />
        </dd>
        <dt>{t('mergeModal.purchases')}</dt>
        <dd>{number.format(account.Purchases)}</dd>
        <dt>{t('mergeModal.friends')}</dt>
        <dd>{number.format(account.Friends)}</dd>
      </dl>
      <div className="choices">
        <label>
          <input type="radio" name="keep" checked={isKept} onChange={keep} aria-describedby={id} />
          <span>{t('mergeModal.keep')}</span>
        </label>
        <label>
          <input
            type="checkbox"
            checked={isMine}
            onChange={({ target }) => own(target.checked)}
            aria-describedby={id}
          />
          <span>{t('mergeModal.confirmMine')}</span>
        </label>
      </div>
    </section>
  );
}

type TitleOf = (game: string) => string;

function SignInMethodList({
  identities,
  titleOf,
}: {
  identities: MergePreview['This']['Identities'];
  titleOf: TitleOf;
}) {
  const { t } = useTranslation();
  return (
    <>
      {identities.length === 0 && t('mergeModal.none')}
      <ul>
        {identities.map(({ Type, Id, Game, SignsIn }) => (
          <li key={`${Type} ${Id} ${Game ?? ''}`}>
            <span>
              {identityTitle(Type, t)} {Id.includes('@') && <bdi dir="ltr">{Id}</bdi>}
            </span>
            <span className={SignsIn ? 'muted' : 'stops'}>
              {!SignsIn
                ? t('mergeModal.stopsWorking')
                : Game === undefined
                  ? t('profile.scopeAccount')
                  : t('profile.scopeGame', { title: isolateTextDirection(titleOf(Game)) })}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function Games({ games, titleOf }: { games: MergePreview['This']['Games']; titleOf: TitleOf }) {
  const { t } = useTranslation();
  return (
    <>
      {games.length === 0 && t('mergeModal.none')}
      <ul>
        {games.map(({ Game, LastPlayedAt }) => (
          <li key={Game}>
            <span>{titleOf(Game)}</span>
            <span className="muted">
              {LastPlayedAt === undefined ? (
                t('profile.notPlayed')
              ) : (
                <RelativeTime at={LastPlayedAt} say={(time) => t('profile.lastPlayed', { time })} />
              )}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
