// The vendor's interface, written from https://sdk.poki.com/ and from public declarations. There is no package with its
// types.

export interface PokiUser {
  readonly username: string;
  readonly avatarUrl: string;
}

export interface RewardedBreakOptions {
  readonly size?: 'small' | 'medium' | 'large';
  readonly onStart?: () => unknown;
}

export interface PokiSdk {
  init(options?: object): Promise<void>;
  initWithVideoHB(): Promise<void>;
  setDebug(isOn: boolean): void;
  setLogging(isOn: boolean): void;

  gameLoadingStart(): void;
  gameLoadingProgress(progress: { readonly percentageDone?: number }): void;
  gameLoadingFinished(): void;
  gameInteractive(): void;
  gameplayStart(): void;
  gameplayStop(): void;
  roundStart(identifier?: string): void;
  roundEnd(identifier?: string): void;
  happyTime(intensity?: number): void;
  customEvent(noun: string, verb: string, data?: object): void;
  measure(category: string, what?: string, action?: string): void;
  sendHighscore(score: number): void;
  getLeaderboard(): Promise<void>;

  commercialBreak(onStart?: () => unknown): Promise<void>;
  rewardedBreak(options?: RewardedBreakOptions | (() => unknown)): Promise<boolean>;
  displayAd(
    container: unknown,
    size?: string,
    onCanDestroy?: () => unknown,
    onDisplayRendered?: (isEmpty: boolean) => unknown,
  ): void;
  destroyAd(container: unknown): void;
  isAdBlocked(): boolean;
  muteAd(): void;

  shareableURL(params: Readonly<Record<string, unknown>>): Promise<string>;
  getURLParam(name: string): string;
  getLanguage(): string;
  getIsoLanguage(): string;
  getUser(): Promise<PokiUser | null>;
  getToken(): Promise<string | null>;
  login(): Promise<void>;
  setPlayerAge(age: number): void;
  togglePlayerAdvertisingConsent(isGiven: boolean): void;

  openExternalLink(url: string): void;
  movePill(topPercent: number, topPx?: number): void;
  captureError(error: unknown): void;
  logError(error: unknown): void;
  enableEventTracking(index: number): void;
  setDebugTouchOverlayController(controller: unknown): void;
  playtestSetCanvas(canvas: unknown): void;
  setPlaytestCanvas(canvas: unknown): void;
  playtestCaptureHtmlOnce(): void;
  playtestCaptureHtmlForce(): void;
  playtestCaptureHtmlOn(): void;
  playtestCaptureHtmlOff(): void;
}
