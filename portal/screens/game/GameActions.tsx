import { useTranslation } from 'react-i18next';
import { toLocale } from '#model/locale.ts';
import { useOpenModal } from '#portal/shell/open-modal.ts';
import { useReview } from '#portal/modals/review/use-review.ts';
import { FriendsButton } from '#portal/shell/FriendsButton.tsx';
import { pushToDataLayer } from '#portal/reporting/data-layer.ts';
import { useChangeFavorite, useFavorites } from '#portal/screens/games/use-favorites.ts';
import { isSignedIn } from '#portal/session.ts';
import { useSignIn } from '#portal/shell/use-sign-in.ts';
import { Button } from '#portal/ui/Button.tsx';
import { Icon, IconSvg } from '#portal/ui/Icon.tsx';
import { Notice } from '#portal/ui/Notice.tsx';
import { OutboundLink } from '#portal/ui/OutboundLink.tsx';
import './opinions.css';

export function GameActions({ game, communityUrl }: { game: string; communityUrl: string | undefined }) {
  const { t } = useTranslation();
  const change = useChangeFavorite(game);
  return (
    <>
      <div className="opinions">
        <FavoriteButton game={game} change={change.mutate} />
        <RateButton game={game} />
        <ShareButton game={game} />
        <FriendsButton game={game} variant="normal" />
        <OutboundLink className="button plain normal" href={communityUrl} type="community" game={game}>
          <Icon name="friends" />
          {t('community.link')}
        </OutboundLink>
      </div>
      {change.isError && <Notice tone="danger">{t('favorite.failed')}</Notice>}
    </>
  );
}

function FavoriteButton({ game, change }: { game: string; change: (wanted: boolean) => void }) {
  const { t } = useTranslation();
  const favorites = useFavorites();
  const signIn = useSignIn();
  const isFavorite = favorites.data?.includes(game) ?? false;
  const press = async (): Promise<void> => {
    if (isSignedIn()) return change(!isFavorite);
    await signIn({ game });
    return isSignedIn() ? change(true) : undefined;
  };
  return (
    <Button className="favorite" aria-pressed={isFavorite} onClick={() => void press()}>
      <IconSvg>
        <path d="M12 20S3.5 15 3.5 9.2A4.7 4.7 0 0 1 12 6.6a4.7 4.7 0 0 1 8.5 2.6C20.5 15 12 20 12 20z" />
      </IconSvg>
      {t('favorite.label')}
    </Button>
  );
}

function ShareButton({ game }: { game: string }) {
  const { t } = useTranslation();
  const openModal = useOpenModal();
  const share = async (): Promise<void> => {
    pushToDataLayer('site_share', { game });
    await openModal('share', { link: window.location.origin + window.location.pathname });
  };
  return (
    <Button onClick={() => void share()}>
      <Icon name="share" />
      {t('share.title')}
    </Button>
  );
}

/** Only for players who have played the game. */
function RateButton({ game }: { game: string }) {
  const { t, i18n } = useTranslation();
  const openModal = useOpenModal();
  const { data } = useReview(game);
  if (!data?.CanReview) return null;
  const format = new Intl.NumberFormat(toLocale(i18n.language));
  const rating = data.Review?.Rating;
  return (
    <Button onClick={() => void openModal('review', { game })}>
      <Icon name="star" />
      {rating === undefined
        ? t('review.rate')
        : t('review.yours', { number: format.format(rating), max: format.format(5) })}
    </Button>
  );
}
