import i18next from 'i18next';
import { BridgeError } from '#bridge/bridge-error.ts';
import { createMessageBudget } from '#bridge/message-budget.ts';
import type { PublicGameConfig } from '#contract/config.ts';
import type { Achievement } from '#model/achievement.ts';
import { toLocale, type Locale } from '#model/locale.ts';
import type { Quest } from '#model/quest.ts';
import { createGameStatTracker, type GameStatTracker } from '#portal/analytics/game-stat-tracker.ts';
import { loadEventNameMatcher } from '#portal/analytics/load-event-name-matcher.ts';
import { createStatTagPusher } from '#portal/analytics/stat-tag-pusher.ts';
import { trackEvent } from '#portal/analytics/track-event.ts';
import { backgroundApiClient } from '#portal/api.ts';
import { changeLanguage } from '#portal/i18n/change-language.ts';
import { log } from '#portal/log.ts';
import type { OpenModal } from '#portal/shell/open-modal.ts';
import { canAskForPush } from '#portal/push/register-push.ts';
import { currentPushBrowser } from '#portal/push/current-push-browser.ts';
import type { ConnectedPlatform } from '#portal/platform/connected-platform.ts';
import { consent } from '#portal/reporting/consent.ts';
import { isSignedIn } from '#portal/session-token.ts';
import { toBridgeConsent } from './bridge-events.ts';
import type { GamePortal } from './bridge-handlers.ts';
import { copyText } from './copy-text.ts';
import { createGameCalls } from './game-calls.ts';
import { isHeaderUiDisabled } from './header-ui.ts';
import { createFeedbackCalls, type FeedbackCalls } from './feedback-calls.ts';
import { pushGameDataToDataLayer } from './push-game-data-to-data-layer.ts';

export interface GamePortalOptions extends Pick<
  GamePortal,
  'game' | 'readInfo' | 'readHash' | 'writeHash' | 'tell' | 'setPlaying'
> {
  readonly played: ConnectedPlatform;
  readonly readConfig: () => RunningGameConfig;
  readonly onQuestProgress?: ((quests: readonly Quest[]) => void) | undefined;
  readonly onUnlocked?: ((achievements: readonly Achievement[]) => void) | undefined;
}

/** The part of a game's configuration that is used while it runs. */
export type RunningGameConfig = Pick<PublicGameConfig, 'Analytics' | 'FrameOrigins' | 'PurchasesIn' | 'Url'>;

export interface ConnectedGamePortal extends GamePortal {
  readonly opinions: FeedbackCalls;
  readonly stats: GameStatTracker;
}

/** @param openModal opens one modal at a time */
export function createGamePortal(options: GamePortalOptions, openModal: OpenModal): ConnectedGamePortal {
  const { game, played } = options;
  const { entry, platform } = played;
  const language = (): Locale => toLocale(i18next.language);
  return {
    ...options,
    headerUiDisabled: isHeaderUiDisabled(entry),
    mayLeave: !entry.forbids?.includes('links'),
    canAskForPush: () => canAskForPush(currentPushBrowser()),
    isSignedIn,
    openModal,
    copy: async (text) => (await platform.clipboard?.copy(text)) ?? copyText(text),
    lifecycle: platform.lifecycle,
    changeLanguage: createLanguageChanger(),
    consent: () => toBridgeConsent(consent()),
    pushToDataLayer: (data) => pushGameDataToDataLayer(game, data),
    // A game's call never opens a sign-in prompt.
    calls: createGameCalls(
      {
        game,
        platform: entry.id,
        language,
        // A getter, because some platforms report it later.
        get currency() {
          return platform.purchases?.currency;
        },
        catalogue: async () => platform.purchases?.catalogue?.(),
        leaderboards: platform.leaderboards,
        onQuestProgress: options.onQuestProgress,
        onUnlocked: options.onUnlocked,
      },
      backgroundApiClient,
      isSignedIn,
    ),
    loadAchievementCalls: async () => {
      const { createAchievementCalls } = await import('./achievement-calls.ts');
      return createAchievementCalls({ game, language, isSignedIn, onUnlocked: (all) => options.onUnlocked?.(all) });
    },
    loadPurchaseCalls: async () => {
      const { createPurchaseCalls } = await import('./purchase-calls.ts');
      return createPurchaseCalls({ game, isSignedIn, isSetUp: () => options.readConfig().PurchasesIn === 'Page' });
    },
    opinions: createFeedbackCalls(game, backgroundApiClient),
    stats: createStats(options),
    documentTitle: (type) => i18next.t(type === 'PP' ? 'footer.privacy' : 'footer.terms'),
    ownOrigin: window.location.origin,
    frameOrigins: () => listFrameOrigins(options.readConfig()),
  };
}

function listFrameOrigins({ Url, FrameOrigins = [] }: RunningGameConfig): readonly string[] {
  return Url === undefined ? FrameOrigins : [new URL(Url).origin, ...FrameOrigins];
}

/** Rate limited, because the whole portal renders again. */
export function createLanguageChanger(): GamePortal['changeLanguage'] {
  const budget = createMessageBudget({ burst: 10, perSecond: 1 }, () => performance.now());
  return async (language) => {
    const locale = toLocale(language);
    if (!budget.take()) throw new BridgeError('TooManyRequests');
    await changeLanguage(locale);
    return locale;
  };
}

function createStats({ game, played, readConfig }: GamePortalOptions): GameStatTracker {
  return createGameStatTracker({
    game,
    config: () => readConfig().Analytics,
    loadEventNameMatcher,
    consent,
    track: trackEvent,
    tags: createStatTagPusher(
      (data) => pushGameDataToDataLayer(game, data),
      () => performance.now(),
    ),
    loggers: played.platform.stats ?? {},
    now: () => new Date(),
    log,
  });
}
