// What the portal does when a game calls. A method that is not here answers NotSupported. What a game sends has been checked
// for its shape; what it may ask for is checked here.
import { BridgeError } from '#bridge/bridge-error.ts';
import type { Handlers } from '#bridge/serve-port.browser.ts';
import type { ParamsOf } from '#bridge/protocol.ts';
import type { ConsentStatus, PlayerInfo, Scalars } from '#bridge/shapes.ts';
import type { Locale } from '#model/locale.ts';
import type { GameStats } from '#portal/analytics/game-stats.ts';
import type { OpenModal } from '#portal/modals/modal-stack.tsx';
import type { PurchaseOutcome } from '#portal/purchase/purchase.ts';
import type { GameCalls } from './game-calls.ts';
import { askedDocument, shownDocument, type DocumentType } from './legal-document.ts';
import type { LoadingEvent } from './loading-state.ts';
import type { OpinionCalls } from './opinion-calls.ts';
import { opinionHandlers } from './opinion-handlers.ts';
import { platformFriend } from './platform-friend.ts';

/** The portal, as far as a game can reach it. */
export interface PlayerPort {
  readonly game: string;
  readonly headerUiDisabled: boolean;
  readonly readInfo: () => Promise<PlayerInfo>;
  readonly isSignedIn: () => boolean;
  readonly isRegistered: () => Promise<boolean>;
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
  /** Asks somebody who is not signed in to do so first. */
  readonly buy: (wish: ParamsOf<'BuyProduct'>) => Promise<PurchaseOutcome>;
  readonly calls: GameCalls;
  readonly opinions: OpinionCalls;
  readonly stats: Pick<GameStats, 'initialize' | 'event'>;
  /** Where the pictures of friends are. */
  readonly avatarsUrl: string;
  /** What the portal calls a document of this kind. */
  readonly documentTitle: (type: DocumentType) => string;
  /** The page of the portal, which addresses without a host begin from. */
  readonly pageUrl: () => string;
}

export function bridgeHandlers(port: PlayerPort): Handlers {
  return {
    GetInfo: () => port.readInfo(),
    SocialSettings: () => ({ ui: { disabled: port.headerUiDisabled } }),
    AuthenticateUser: async () => {
      if (!(await port.isRegistered())) await port.openModal('signIn', { game: port.game });
      if (!(await port.isRegistered())) throw new BridgeError('UserCancelled');
      const { fxId } = await port.readInfo();
      return { userId: fxId.userId, guest: fxId.guest };
    },

    BuyProduct: async (wish) => {
      const end = await port.buy(wish);
      if (end.outcome === 'paid') return { transactionId: end.transactionId, stats: end.stats };
      // What nobody knows yet is not a purchase: the game's server hears of it when it is one.
      throw new BridgeError(end.outcome === 'cancelled' ? 'UserCancelled' : 'Unknown', end.message);
    },
    DefaultStoreFront: () => port.calls.storeFront(),

    OpenModal: async ({ url, title, fullscreen = false }) => {
      const address = webAddress(url);
      const type = askedDocument(port.game, address);
      const shown = type && (await shownDocument(type, port.calls.documents, port.pageUrl()));
      if (type && shown) await port.openModal('document', { title: title ?? port.documentTitle(type), shown });
      else await port.openModal('page', { url: address, title: title ?? '', fullscreen });
    },
    ShowLinkShareModal: async ({ link, title }) => {
      await port.openModal('share', { link: webAddress(link), ...(title && { title }) });
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
    GoogleTagManagerPushToDataLayer: ({ data }) => port.pushToDataLayer(data),

    LoadingProgress: ({ fraction, loadedBytes, totalBytes }) =>
      port.tell({ type: 'progress', fraction, loadedBytes, totalBytes }),
    LoadingReady: () => port.tell({ type: 'ready' }),
    GameStarted: () => {
      port.tell({ type: 'ready' });
      port.setPlaying(true);
    },
    GameStopped: () => port.setPlaying(false),

    ...opinionHandlers(port),
    GetFriends: async () => ({
      friends: (await port.calls.friends()).map((friend) => platformFriend(friend, port.avatarsUrl)),
    }),
    InviteFriends: async ({ message = '', uids = [] }) => {
      requirePlayer(port);
      let invited = 0;
      const onInvited = (count: number): void => void (invited += count);
      await port.openModal('social', { game: port.game, invite: { message, uids }, onInvited });
      if (invited === 0) throw new BridgeError('UserCancelled');
      return { invited };
    },
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

/** An address that the portal may open: no script and no file. */
function webAddress(text: string): string {
  const address = URL.parse(text);
  if (address?.protocol !== 'https:' && address?.protocol !== 'http:')
    throw new BridgeError('InvalidRequest', 'The address has to begin with https:// or http://.');
  return address.href;
}
