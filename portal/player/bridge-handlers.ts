// What the portal does when a game calls, whichever platform it runs on; what platforms differ in is in
// `portal/platform/group-handlers.ts`. A method that is in neither answers NotSupported. What a game sends has been checked
// for its shape; what it may ask for is checked here.
import { BridgeError } from '#bridge/bridge-error.ts';
import type { Handlers } from '#bridge/handlers.browser.ts';
import type { ConsentStatus, PlayerInfo, Scalars } from '#bridge/shapes.ts';
import type { Locale } from '#model/locale.ts';
import type { Groups } from '#platforms/port.browser.ts';
import type { GameStats } from '#portal/analytics/game-stats.ts';
import { requireGameTags } from '#portal/analytics/tag-names.ts';
import type { OpenModal } from '#portal/modals/modal-stack.tsx';
import type { GameCalls } from './game-calls.ts';
import { askedDocument, shownDocument, type DocumentType } from './legal-document.ts';
import type { LoadingEvent } from './loading-state.ts';
import type { OpinionCalls } from './opinion-calls.ts';
import { openableAddress } from './openable-address.ts';

/** The portal, as far as a game can reach it. */
export interface PlayerPort {
  readonly game: string;
  readonly headerUiDisabled: boolean;
  readonly readInfo: () => Promise<PlayerInfo>;
  readonly isSignedIn: () => boolean;
  readonly openModal: OpenModal;
  readonly readHash: () => string;
  readonly writeHash: (hash: string) => void;
  readonly copy: (text: string) => Promise<boolean>;
  /** The language that it has become, which is another one when there is no such. */
  readonly changeLanguage: (language: string) => Promise<Locale>;
  readonly consent: () => ConsentStatus;
  readonly pushToDataLayer: (data: Scalars) => void;
  readonly tell: (event: LoadingEvent) => void;
  readonly setPlaying: (isPlaying: boolean) => void;
  /** What the platform wants to hear of it. */
  readonly lifecycle?: Groups['lifecycle'];
  readonly calls: GameCalls;
  readonly opinions: Pick<OpinionCalls, 'filterWords'>;
  readonly stats: Pick<GameStats, 'initialize' | 'event'>;
  /** What the portal calls a document of this kind. */
  readonly documentTitle: (type: DocumentType) => string;
  /** The origin of the portal, which addresses without a host belong to. */
  readonly ownOrigin: string;
}

export function bridgeHandlers(port: PlayerPort): Handlers {
  return {
    GetInfo: () => port.readInfo(),
    SocialSettings: () => ({ ui: { disabled: port.headerUiDisabled } }),
    DefaultStoreFront: () => port.calls.storeFront(),

    OpenModal: async ({ url, title, fullscreen = false }) => {
      const address = openableAddress(url);
      const type = askedDocument(port.game, address);
      const shown = type && (await shownDocument(type, port.calls.documents, port.ownOrigin));
      if (type && shown) await port.openModal('document', { title: title ?? port.documentTitle(type), shown });
      else await port.openModal('page', { url: address, title: title ?? '', fullscreen });
    },
    CopyText: async ({ text }) => {
      if (await port.copy(text)) return { copied: true };
      await port.openModal('copy', { text });
      return { copied: false };
    },
    RequestSupport: async ({ message = '' }) => {
      let sent = false;
      await port.openModal('support', { game: port.game, message, onSent: () => (sent = true) });
      return { sent };
    },

    GetUrlHash: () => ({ hash: port.readHash() }),
    SetUrlHash: ({ hash }) => port.writeHash(hash.replace(/^#/, '')),
    ChangeLanguage: async ({ language }) => ({ language: await port.changeLanguage(language) }),
    ConsentManagerStatus: () => ({ status: port.consent() }),
    GoogleTagManagerPushToDataLayer: ({ data }) => {
      requireGameTags(data);
      port.pushToDataLayer(data);
    },

    LoadingProgress: ({ fraction, loadedBytes, totalBytes }) =>
      port.tell({ type: 'progress', fraction, loadedBytes, totalBytes }),
    LoadingReady: () => {
      port.tell({ type: 'ready' });
      port.lifecycle?.loaded?.();
    },
    GameStarted: () => {
      port.tell({ type: 'ready' });
      port.setPlaying(true);
      port.lifecycle?.started?.();
    },
    GameStopped: () => {
      port.setPlaying(false);
      port.lifecycle?.stopped?.();
    },

    WordsFilter: ({ text }) => port.opinions.filterWords(text),
    StatInitialize: (params) => port.stats.initialize(params),
    StatEvent: (event) => port.stats.event(event),
    SetStatus: (status) => port.calls.setStatus(status),
    SendInGameEvent: (event) => port.calls.sendInGameEvent(event),
    GetDocuments: () => port.calls.documents(),
    GetAcceptedDocuments: () => port.calls.acceptedDocuments(),
    AcceptDocument: async ({ documentId, documentVersionId }) => {
      requirePlayer(port);
      const { documents } = await port.calls.documents();
      const document = documents.find(({ Id }) => Id === documentId);
      if (!document) throw new BridgeError('InvalidRequest', 'This game has no such document.');
      let accepted = false;
      // The newest version is shown; consent to it is none to another.
      const onAccepted = (id: string): void => void (accepted = id === documentVersionId);
      await port.openModal('documents', { documents: [document], onAccepted });
      return { accepted };
    },
    PushRegister: async () => {
      requirePlayer(port);
      let registered = false;
      await port.openModal('push', { game: port.game, onRegistered: () => (registered = true) });
      return { registered };
    },
  };
}

/** What is kept with an account needs one. */
function requirePlayer(port: PlayerPort): void {
  if (!port.isSignedIn()) throw new BridgeError('NotSupported', 'Nobody is signed in: call AuthenticateUser first.');
}
