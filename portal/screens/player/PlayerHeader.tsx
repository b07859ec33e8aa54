import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useHref } from 'react-router';
import type { PublicGameConfig } from '#contract/config.ts';
import { apiClient } from '#portal/api.ts';
import { openTab } from '#portal/go-to.ts';
import { log } from '#portal/log.ts';
import { FriendsButton } from '#portal/shell/FriendsButton.tsx';
import { useOpenModal } from '#portal/shell/open-modal.ts';
import { runtimeConfig } from '#portal/runtime-config.ts';
import { isSignedIn } from '#portal/session-token.ts';
import { AccountLink } from '#portal/shell/AccountLink.tsx';
import { readInterfaceFlags } from '#portal/shell/interface-flags.ts';
import { useSessionNumber } from '#portal/session.ts';
import { Badge } from '#portal/ui/Badge.tsx';
import { ButtonLink, Button } from '#portal/ui/Button.tsx';
import { Icon, IconSvg } from '#portal/ui/Icon.tsx';
import { gamePagePath } from '#portal/shell/own-page-paths.ts';
import { needsStorefrontToken, openStorefront } from '../store/open-storefront.ts';
import { useStoreAvailability } from '../store/use-store-availability.ts';

// Neither is needed before the game is.
const GameHelpMenu = lazy(async () => ({ default: (await import('./GameHelpMenu.tsx')).GameHelpMenu }));
const QuestsButton = lazy(async () => ({
  default: (await import('#portal/quests/QuestsButton.tsx')).QuestsButton,
}));

export function PlayerHeader({
  game,
  title,
  adapter,
  config,
  requestHelp,
  mayLeave,
  isFull,
  toggle,
  previewedBuild,
  server,
  changeServer,
}: {
  game: string;
  title: string;
  adapter: string;
  config: PublicGameConfig;
  requestHelp: () => void;
  /** Whether the platform allows links out of it. */
  mayLeave: boolean;
  isFull: boolean;
  toggle: () => void;
  previewedBuild?: number | undefined;
  /** The name of the chosen server. */
  server?: string | undefined;
  changeServer?: (() => void) | undefined;
}) {
  const { t } = useTranslation();
  const sells = useStoreAvailability(game);
  const flags = readInterfaceFlags(adapter, runtimeConfig, config);
  // With the router's base path or hash.
  const home = useHref('/');
  const storefront = {
    createTempToken: apiClient.auth.createTempToken,
    openTab,
    addressOf: (page: string) => new URL(home.replace(/\/$/, '') + page, window.location.href).href,
  };
  const session = useSessionNumber();
  const openModal = useOpenModal();
  const full = isFull ? t('player.exitFullScreen') : t('player.fullScreen');
  return (
    <header className="player-bar">
      {/* A single-game site has no page to go back to. */}
      {runtimeConfig.game === undefined && (
        <ButtonLink kind="quiet" to={gamePagePath(game)} aria-label={t('player.back')} title={t('player.back')}>
          <Icon name="back" />
        </ButtonLink>
      )}
      <h1 dir="auto">
        {title}
        {previewedBuild !== undefined && (
          <>
            {' '}
            <Badge>{t('player.preview.label', { number: previewedBuild })}</Badge>
          </>
        )}
      </h1>
      <div className="tools">
        {/* In a new tab, so that the game keeps running. */}
        {sells && (
          <Link
            className="button quiet normal store"
            to={`/Store/${game}`}
            target="_blank"
            rel="noopener"
            onClick={(event) => {
              if (!needsStorefrontToken(isSignedIn(), window.self !== window.top)) return;
              event.preventDefault();
              openStorefront(game, storefront).catch((error: unknown) =>
                log.warn('The store could not be opened.', error),
              );
            }}
            aria-label={t('store.opensInTab')}
            title={t('store.opensInTab')}
          >
            <Icon name="bag" />
          </Link>
        )}
        <FriendsButton game={game} variant="icon" />
        {session > 0 && (
          <Suspense>
            <QuestsButton game={game} />
          </Suspense>
        )}
        {mayLeave && session > 0 && (
          <Button
            kind="quiet"
            className="other-device"
            aria-label={t('otherDevice.title')}
            title={t('otherDevice.title')}
            onClick={() => void openModal('device', { game })}
          >
            <IconSvg>{phone}</IconSvg>
          </Button>
        )}
        <Suspense>
          <GameHelpMenu
            links={config}
            ask={requestHelp}
            hasLeaderboards={config.Leaderboards.length > 0}
            {...{ game, title, mayLeave, server, changeServer }}
          />
        </Suspense>
        <AccountLink hasLogin={flags.webPlayLogin} hasProfile={flags.profileSettings} />
        <Button kind="quiet" aria-label={full} title={full} onClick={toggle}>
          <IconSvg>{isFull ? shrink : expand}</IconSvg>
        </Button>
      </div>
    </header>
  );
}

const phone = <path d="M8 3h8a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM11 18h2" />;
const expand = <path d="M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5" />;
const shrink = <path d="M9 4v5H4M20 9h-5V4M15 20v-5h5M4 15h5v5" />;
