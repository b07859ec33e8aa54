// The vendor's interface, written from https://docs.kongregate.com/reference and from public games and plug-ins. There is
// no package with its types.

export type KongregateListener = (event: { readonly data?: unknown }) => unknown;
export type ResultCallback = (result: { readonly success: boolean }) => unknown;
export type ListCallback<T> = (result: { readonly success: boolean; readonly data?: readonly T[] }) => unknown;

export interface KongregateItem {
  readonly id: number;
  readonly identifier: string;
  readonly name: string;
  readonly description: string;
  readonly price: number;
  readonly tags: readonly string[];
  readonly image_url: string;
}

export interface KongregateUserItem {
  readonly id: number;
  readonly identifier: string;
  readonly data: string;
  readonly remaining_uses: number;
}

export interface KongregatePost {
  readonly content?: string;
  readonly image_uri?: string;
  readonly filter?: unknown;
  readonly kv_params?: Readonly<Record<string, string>>;
}

interface Events {
  addEventListener(event: string, listener: KongregateListener): void;
  removeEventListener(event: string, listener: KongregateListener): void;
}

export interface KongregateServices extends Events {
  connect(): void;
  isConnected(): boolean;
  isKongregate(): boolean;
  isGuest(): boolean;
  getUserId(): number;
  getUsername(): string;
  getGameAuthToken(): string;
  showSignInBox(): void;
  showRegistrationBox(): void;
  showInvitationBox(options: KongregatePost, callback?: ResultCallback): void;
  showFeedPostBox(options: KongregatePost | string, callback?: ResultCallback): void;
  showShoutBox(text: string, callback?: ResultCallback): void;
  privateMessage(text: string): void;
  resizeGame(width: number, height: number): void;
}

export interface KongregateStats {
  submit(name: string, value: number): void;
  submitArray(list: readonly { readonly name: string; readonly value: number }[]): void;
}

export interface KongregateMtx extends Events {
  requestItemList(tags: readonly string[] | null, callback: ListCallback<KongregateItem>): void;
  requestUserItemList(username: string | null, callback: ListCallback<KongregateUserItem>): void;
  purchaseItems(
    items: readonly (string | { readonly identifier: string; readonly data?: string })[],
    callback?: ResultCallback,
  ): void;
  purchaseItemsRemote(orderInfo: string, callback?: ResultCallback): void;
  useItemInstance(id: number, callback?: (result: { readonly success: boolean; readonly id: number }) => unknown): void;
  showKredPurchaseDialog(type?: string): void;
  initializeIncentivizedAds(): void;
  showIncentivizedAd(): void;
}

export interface KongregateChat extends Events {
  showTab(name: string, description?: string, options?: object): void;
  closeTab(): void;
  displayMessage(text: string, username?: string): void;
  clearMessages(): void;
  displayCanvasImage(name: string, url: string, position: object, options?: object): void;
  displayCanvasText(name: string, text: string, position: object, options?: object): void;
  drawCanvasObject(name: string, type: string, options?: object): void;
  removeCanvasObject(name: string): void;
}

export interface KongregateSharedContent {
  save(type: string, content: string, callback: ResultCallback, thumbnail?: unknown, label?: string): void;
  browse(type: string, sort?: string, label?: string): void;
  addLoadListener(type: string, listener: (content: object) => unknown): void;
}

export interface KongregateApi {
  readonly services: KongregateServices;
  readonly stats: KongregateStats;
  readonly mtx: KongregateMtx;
  readonly chat: KongregateChat;
  readonly sharedContent: KongregateSharedContent;
  readonly images: { submitAvatar(image: unknown, callback?: ResultCallback): void };
  readonly analytics: {
    start(): void;
    addEvent(collection: string, event: object | string): void;
    setCommonProperties(properties: object | string): void;
    setCommonPropsCallback(callback: unknown): void;
    addFilterType(type: string): void;
  };
}

export interface KongregateLoader {
  loadAPI(callback?: () => unknown): void;
  /** Null before `loadAPI` has called back. */
  getAPI(): KongregateApi | null;
}

export interface UnityInstance {
  SendMessage(object: string, method: string, text?: string): void;
}

export interface KongregateUnitySupport {
  /** Calls the method with `user id|username|token`. */
  initAPI(object: string, method: string): void;
  getUnityObject(): UnityInstance;
}
