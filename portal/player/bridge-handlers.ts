// Handlers of a game's calls that are the same on every platform; the others are in `capability-handlers.ts`. A method in
// neither returns NotSupported. The bridge has validated the parameters; permissions are checked here.
import { BridgeError, buildInvalidParameterError } from '#bridge/bridge-error.ts';
import type { BridgeHandlers } from '#bridge/handlers.browser.ts';
import type { ConsentStatus, PlayerInfo, ScalarValues } from '#bridge/shapes.ts';
import type { Locale } from '#model/locale.ts';
import type { PlatformCapabilities } from '#platforms/port.browser.ts';
import type { GameStatTracker } from '#portal/analytics/game-stat-tracker.ts';
import { requireAllowedTags } from '#portal/analytics/tag-names.ts';
import type { OpenModal } from '#portal/shell/open-modal.ts';
import type { AchievementCalls } from './achievement-calls.ts';
import type { GameCalls } from './game-calls.ts';
import { findDocumentTypeInUrl, type DocumentTypeInUrl } from './find-document-type-in-url.ts';
import type { GameLoadingEvent } from './loading-state.ts';
import type { PurchaseCalls } from './purchase-calls.ts';
import type { FeedbackCalls } from './feedback-calls.ts';
import { requireOpenableUrl } from './openable-address.ts';

/** The parts of the portal that a game can use. */
export interface GamePortal {
  readonly game: string;
  readonly headerUiDisabled: boolean;
  /** Whether the platform allows links out of it. */
  readonly mayLeave: boolean;
  readonly readInfo: () => Promise<PlayerInfo>;
  readonly isSignedIn: () => boolean;
  readonly openModal: OpenModal;
  readonly readHash: () => string;
  readonly writeHash: (hash: string) => void;
  readonly copy: (text: string) => Promise<boolean>;
  /** Returns the language in use afterwards, which may differ from the requested one. */
  readonly changeLanguage: (language: string) => Promise<Locale>;
  readonly consent: () => ConsentStatus;
  readonly canAskForPush: () => boolean;
  readonly pushToDataLayer: (data: ScalarValues) => void;
  readonly tell: (event: GameLoadingEvent) => void;
  readonly setPlaying: (isPlaying: boolean) => void;
  readonly lifecycle?: PlatformCapabilities['lifecycle'];
  readonly calls: GameCalls;
  readonly loadAchievementCalls: () => Promise<AchievementCalls>;
  readonly loadPurchaseCalls: () => Promise<PurchaseCalls>;
  readonly opinions: Pick<FeedbackCalls, 'filterWords'>;
  readonly stats: Pick<GameStatTracker, 'initialize' | 'event'>;
  readonly documentTitle: (type: DocumentTypeInUrl) => string;
  readonly ownOrigin: string;
  /** Origins whose pages the game may show over itself, besides those for every game. */
  readonly frameOrigins: () => readonly string[];
}

export function createBridgeHandlers(portal: GamePortal): BridgeHandlers {
  return {
    GetInfo: () => portal.readInfo(),
    SocialSettings: () => ({ ui: { disabled: portal.headerUiDisabled } }),
    DefaultStoreFront: () => portal.calls.storeFront(),
    GetPurchases: async () => (await portal.loadPurchaseCalls()).list(),
    ConsumePurchase: async ({ purchaseId }) => (await portal.loadPurchaseCalls()).consume(purchaseId),

    OpenModal: async ({ url, title, fullscreen = false }) => {
      const address = requireOpenableUrl(url, 'url');
      const type = findDocumentTypeInUrl(portal.game, address);
      const shown = type && (await readDocumentOfGame(type, portal));
      const origins = portal.frameOrigins();
      if (type && shown)
        await portal.openModal('document', { title: title ?? portal.documentTitle(type), shown, origins });
      else await portal.openModal('page', { url: address, title: title ?? '', fullscreen, origins });
    },
    CopyText: async ({ text }) => {
      if (await portal.copy(text)) return { copied: true };
      await portal.openModal('copy', { text });
      return { copied: false };
    },
    RequestSupport: async ({ message = '' }) => {
      let sent = false;
      await portal.openModal('support', { game: portal.game, message, onSent: () => (sent = true) });
      return { sent };
    },
    ContinueOnOtherDevice: async () => {
      if (!portal.mayLeave) throw new BridgeError('NotSupported', "This platform doesn't allow links out of it.");
      requirePlayer(portal);
      await portal.openModal('device', { game: portal.game });
    },

    GetUrlHash: () => ({ hash: portal.readHash() }),
    SetUrlHash: ({ hash }) => portal.writeHash(hash.replace(/^#/, '')),
    ChangeLanguage: async ({ language }) => ({ language: await portal.changeLanguage(language) }),
    ConsentManagerStatus: () => ({ status: portal.consent() }),
    GoogleTagManagerPushToDataLayer: ({ data }) => {
      requireAllowedTags(data);
      portal.pushToDataLayer(data);
    },

    LoadingProgress: ({ fraction, loadedBytes, totalBytes }) => {
      portal.tell({ type: 'progress', fraction, loadedBytes, totalBytes });
      portal.lifecycle?.progress?.(fraction);
    },
    LoadingReady: () => {
      portal.tell({ type: 'ready' });
      portal.lifecycle?.loaded?.();
    },
    GameStarted: () => {
      portal.tell({ type: 'ready' });
      portal.setPlaying(true);
      portal.lifecycle?.started?.();
    },
    GameStopped: () => {
      portal.setPlaying(false);
      portal.lifecycle?.stopped?.();
    },

    WordsFilter: ({ text }) => portal.opinions.filterWords(text),
    StatInitialize: (params) => portal.stats.initialize(params),
    StatEvent: (event) => portal.stats.event(event),
    SetStatus: (status) => portal.calls.setStatus(status),
    SendInGameEvent: (event) => portal.calls.sendInGameEvent(event),
    GetQuests: () => portal.calls.quests(),
    SubmitScore: (score) => portal.calls.submitScore(score),
    GetLeaderboard: (request) => portal.calls.leaderboard(request),
    ShowLeaderboard: async ({ board }) => {
      await portal.openModal('leaderboards', { game: portal.game, board });
    },
    GetAchievements: async () => (await portal.loadAchievementCalls()).list(),
    UnlockAchievement: async (achievement) => (await portal.loadAchievementCalls()).unlock(achievement),
    SetAchievementProgress: async (achievement) => (await portal.loadAchievementCalls()).unlock(achievement),
    GetDocuments: () => portal.calls.documents(),
    GetAcceptedDocuments: () => portal.calls.acceptedDocuments(),
    AcceptDocument: async ({ documentId, documentVersionId }) => {
      requirePlayer(portal);
      const { documents } = await portal.calls.documents();
      const document = documents.find(({ Id }) => Id === documentId);
      if (!document) throw buildInvalidParameterError('documentId', 'is not the id of a document of this game.');
      let accepted = false;
      // The newest version is shown; accepting it does not count for another one.
      const onAccepted = (id: string): void => void (accepted = id === documentVersionId);
      await portal.openModal('documents', { documents: [document], onAccepted });
      return { accepted };
    },
    PushRegister: async () => {
      requirePlayer(portal);
      // If the browser would not prompt, the modal does not open.
      if (!portal.canAskForPush()) return { registered: false };
      let registered = false;
      await portal.openModal('push', { game: portal.game, onRegistered: () => (registered = true) });
      return { registered };
    },
  };
}

function requirePlayer(portal: GamePortal): void {
  if (!portal.isSignedIn()) throw new BridgeError('NotSupported', 'Nobody is signed in: call AuthenticateUser first.');
}

/** Loaded on first use: most games never open a document. */
async function readDocumentOfGame(
  type: DocumentTypeInUrl,
  { calls, ownOrigin }: Pick<GamePortal, 'calls' | 'ownOrigin'>,
) {
  const { readDocument } = await import('#portal/documents/read-document.ts');
  return readDocument(type, calls.documents, ownOrigin);
}
