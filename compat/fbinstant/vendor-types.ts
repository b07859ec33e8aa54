// The vendor's interface: its types up to version 6.3, from the package @types/facebook-instant-games, and what versions 7
// and 8 added, written from https://developers.facebook.com/documentation/games/sdk-reference.
/// <reference types="facebook-instant-games" preserve="true" />

export type InstantErrorCode =
  | FBInstant.ErrorCodeType
  | 'GROUP_NOT_LINKED'
  | 'LIVE_MATCH_NOT_FOUND'
  | 'PAGE_NOT_LINKED'
  | 'PAYMENTS_NOT_INITIALIZED'
  | 'TOURNAMENT_NOT_FOUND';

export type LocalizableText = string | { readonly default: string; readonly localizations?: Record<string, string> };

export interface InvitePayload {
  readonly image?: string;
  readonly text: LocalizableText;
  readonly data?: unknown;
}

export interface SignedAsid {
  getASID(): string;
  getSignature(): string;
}

export interface InstantProduct extends FBInstant.Product {
  priceAmount: number;
}

export interface InstantPurchase extends FBInstant.Purchase {
  isConsumed: boolean;
  paymentActionType: 'charge' | 'refund';
}

type Without<T, Names> = Omit<T, Names & keyof T>;

export type InstantPlayer = FBInstant.Player & {
  createNEZPNotificationContentAsync(payload: unknown): Promise<never>;
  getAgeCategoryAsync(): Promise<never>;
  getASIDAsync(): Promise<string | null>;
  getAssociatedAppsASIDAsync(): Promise<never>;
  getSignedASIDAsync(): Promise<SignedAsid | null>;
  getSignedAssociatedAppsASIDAsync(): Promise<never>;
};

export type InstantPayments = Without<FBInstant.Payments, 'getCatalogAsync' | 'purchaseAsync' | 'getPurchasesAsync'> & {
  getCatalogAsync(): Promise<InstantProduct[]>;
  purchaseAsync(config: FBInstant.PurchaseConfig): Promise<InstantPurchase>;
  getPurchasesAsync(): Promise<InstantPurchase[]>;
  cancelSubscriptionAsync(token: string): Promise<never>;
  getSubscribableCatalogAsync(): Promise<never>;
  getSubscriptionsAsync(): Promise<never>;
  purchaseSubscribableAsync(product: string): Promise<never>;
};

/** Calls that every version has. */
export type InstantGamesCore = Without<typeof FBInstant, 'player' | 'payments'>;

export interface InstantGames extends InstantGamesCore {
  player: InstantPlayer;
  payments: InstantPayments;

  getRewardedInterstitialAsync(placementId: string): Promise<FBInstant.AdInstance>;
  loadBannerAdAsync(placementId: string, position?: 'top' | 'bottom'): Promise<void>;
  hideBannerAdAsync(): Promise<void>;

  inviteAsync(payload: InvitePayload): Promise<void>;
  shareLinkAsync(payload: InvitePayload): Promise<void>;
  openExternalLinkAsync(url: string): Promise<void>;
  performHapticFeedbackAsync(): Promise<void>;
  postSessionScoreAsync(score: number): Promise<void>;
  registerScreenshotProvider(provider: unknown): void;
  canSwitchNativeGameAsync(): Promise<boolean>;
  switchNativeGameAsync(data?: unknown): Promise<never>;
  getTournamentAsync(): Promise<never>;

  tournament: {
    createAsync(payload: unknown): Promise<never>;
    getTournamentsAsync(): Promise<never[]>;
    joinAsync(id: string): Promise<never>;
    postScoreAsync(score: number): Promise<never>;
    shareAsync(payload: unknown): Promise<never>;
  };
  community: {
    canFollowOfficialPageAsync(): Promise<boolean>;
    canJoinOfficialGroupAsync(): Promise<boolean>;
    followOfficialPageAsync(): Promise<void>;
    joinOfficialGroupAsync(): Promise<void>;
  };
  globalLeaderboards: {
    getScoreAsync(id: string): Promise<never>;
    getTopEntriesAsync(id: string, count: number): Promise<never>;
    getTopFriendEntriesAsync(id: string, count: number): Promise<never>;
    setScoreAsync(id: string, score: number): Promise<never>;
  };
  graphApi: { requestAsync(path: string, method?: string, params?: unknown): Promise<never> };
  room: {
    clearCameraEffectAsync(): Promise<never>;
    getCurrentMatchAsync(): Promise<never>;
    loadCameraEffectAsync(config: unknown): Promise<never>;
  };
  squads: {
    canUseSquadsAsync(): Promise<boolean>;
    createAsync(config: unknown): Promise<never>;
    getAsync(id: string): Promise<never>;
    getPlayerSquadsAsync(): Promise<never[]>;
  };
  overlayViews: {
    createOverlayViewAsync(path: string, ...options: unknown[]): Promise<never>;
    createOverlayViewWithXMLStringAsync(xml: string, ...options: unknown[]): Promise<never>;
    createProfilePictureOverlayViewAsync(...options: unknown[]): Promise<never>;
    setCustomEventHandler(handler: unknown): void;
  };
}
