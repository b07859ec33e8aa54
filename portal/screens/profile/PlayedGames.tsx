import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { GameCard } from '#contract/discovery.ts';
import type { AccountOverview, ConnectedService } from '#model/account.ts';
import { apiClient } from '#portal/api.ts';
import { useConfirm } from '#portal/modals/confirm/use-confirm.ts';
import { ServiceRow } from '#portal/modals/services/ServiceRow.tsx';
import { useGameServices } from '#portal/modals/services/use-game-services.ts';
import { Button, ButtonLink } from '#portal/ui/Button.tsx';
import { RelativeTime } from '#portal/ui/RelativeTime.tsx';
import { useGamesByName } from '#portal/queries/use-games-by-name.ts';
import { useProfileAccount } from './account-context.ts';
import { RejectedChangeError } from '#portal/sign-in/change-error.ts';
import { focusSection, ProfileSection } from './ProfileSection.tsx';
import { useAccountChange } from './use-account-change.ts';
import { useEmailSharing } from './use-email-sharing.ts';

export function PlayedGames() {
  const { t } = useTranslation();
  const { overview, isHanded } = useProfileAccount();
  // A handed session can't change the account.
  const services = useGameServices(undefined, overview.Games.length > 0 && !isHanded);
  const confirm = useConfirm();
  const gameOf = useGamesByName(overview.Games.map(({ Game }) => Game));
  const disconnection = useAccountChange(async (game: string) => {
    const { Result } = await apiClient.profile.disconnectGame({ Game: game });
    if (Result !== 'Success') throw new RejectedChangeError('profile.disconnectGame', Result);
  });
  const disconnect = async (game: string, title: string): Promise<void> => {
    const { yes } = await confirm({
      title: t('profile.disconnectTitle', { title }),
      text: t('profile.disconnectText'),
      action: t('profile.disconnect'),
      danger: true,
    });
    if (yes) disconnection.mutate(game, { onSuccess: () => focusSection('connected') });
  };
  const sharing = useEmailSharing();
  const stores = new Set(overview.Account.ConnectedGames.flatMap((each) => (each.StoreEnabled ? each.Game : [])));
  const played = overview.Games.toSorted((a, b) => (b.LastPlayedAt ?? '').localeCompare(a.LastPlayedAt ?? ''));
  return (
    <ProfileSection id="connected" title={t('profile.games')} error={disconnection.error ?? sharing.error}>
      {played.length === 0 && (
        <div className="none">
          <p className="muted">{t('profile.noGames')}</p>
          <ButtonLink to="/Games">{t('nav.games')}</ButtonLink>
        </div>
      )}
      {played.length > 0 && (
        <p>
          <Link to="/Quests">{t('quests.mine')}</Link>
        </p>
      )}
      <ul className="rows">
        {played.map((each) => {
          const { Game } = each;
          const listed = gameOf(Game);
          return (
            <PlayedGame
              key={Game}
              played={each}
              listed={listed}
              services={services.data?.filter((service) => service.Game === Game) ?? []}
              hasStore={listed !== undefined && stores.has(Game)}
              isBusy={disconnection.isPending && disconnection.variables === Game}
              disconnect={(title) => void disconnect(Game, title)}
              share={sharing.hasAddress ? (share) => sharing.mutate({ game: Game, share }) : undefined}
            />
          );
        })}
      </ul>
    </ProfileSection>
  );
}

function PlayedGame({
  played: { Game, LastPlayedAt, EmailShared },
  listed,
  services,
  hasStore,
  isBusy,
  disconnect,
  share,
}: {
  played: AccountOverview['Games'][number];
  /** Undefined if the game no longer exists. */
  listed: GameCard | undefined;
  services: readonly ConnectedService[];
  hasStore: boolean;
  isBusy: boolean;
  disconnect: (title: string) => void;
  /** Undefined if there is no email address to share. */
  share: ((isShared: boolean) => void) | undefined;
}) {
  const { t } = useTranslation();
  const title = listed?.Title ?? Game;
  return (
    <li>
      {listed ? (
        <img className="thumb" src={listed.WideArt} alt="" width="1600" height="900" loading="lazy" />
      ) : (
        <span className="thumb" />
      )}
      <div className="what">
        <p className="title">{listed ? <Link to={`/Games/${Game}`}>{title}</Link> : title}</p>
        <p className="details">
          {LastPlayedAt === undefined ? (
            t('profile.notPlayed')
          ) : (
            <RelativeTime at={LastPlayedAt} say={(time) => t('profile.lastPlayed', { time })} />
          )}
          {hasStore && (
            <Link to={`/Store/${Game}`} aria-label={`${t('screen.store')}: ${title}`}>
              {t('screen.store')}
            </Link>
          )}
        </p>
      </div>
      <Button
        kind="quiet"
        aria-label={`${t('profile.disconnect')}: ${title}`}
        busy={isBusy}
        onClick={() => disconnect(title)}
      >
        {t('profile.disconnect')}
      </Button>
      {share && (
        <label className="setting">
          <span>{t('profile.shareEmail')}</span>
          <input
            type="checkbox"
            role="switch"
            className="switch"
            aria-label={`${t('profile.shareEmail')}: ${title}`}
            checked={EmailShared}
            aria-checked={EmailShared}
            onChange={({ target }) => share(target.checked)}
          />
        </label>
      )}
      {services.map((service) => (
        <ServiceRow key={service.Service} {...{ service, title }} />
      ))}
    </li>
  );
}
