// `Telegram.WebApp`.
import type { Sdk } from '#sdk/sdk.ts';
import { createGameEvents } from '../kit/game-events.browser.ts';
import { openLink } from '../kit/open-link.browser.ts';
import type { PageLink } from '../kit/page-link.browser.ts';
import { readOptions } from '../kit/read-options.browser.ts';
import { callGame } from '../kit/settle.browser.ts';
import { vibrate } from '../kit/vibrate.browser.ts';
import { createBottomButton, createCornerButton } from './buttons.browser.ts';
import { createCloudStorage } from './cloud-storage.browser.ts';
import { createWebAppEvents } from './events.browser.ts';
import { createLaunch, type PageMemory } from './launch.browser.ts';
import { createPopups } from './popup.browser.ts';
import { readTheme } from './theme.browser.ts';
import {
  createBiometricManager,
  createDeviceStorages,
  createLocationManager,
  createSensors,
} from './unavailable.browser.ts';
import type { WebApp } from './vendor-types.ts';

type Link = Pick<PageLink, 'page' | 'openSdk'>;

/** The Bot API's version whose calls are here. */
const version = '9.1';

/** @param memory absent: the player is known once there is a connection */
export function createWebApp(link: Link, memory?: PageMemory): WebApp {
  const launch = createLaunch(link, memory);
  const events = createWebAppEvents();
  const { emit } = events;
  let starting: Promise<Sdk> | undefined;
  const start = async (): Promise<Sdk> => {
    const sdk = await launch.open();
    if (sdk.environment !== 'disabled') {
      sdk.on('pause', () => setActive(false));
      sdk.on('resume', () => setActive(true));
    }
    return sdk;
  };
  const open = (): Promise<Sdk> =>
    (starting ??= start().catch((error: unknown) => {
      // The next call tries again.
      starting = undefined;
      throw error;
    }));
  const game = createGameEvents(open);
  const setActive = (isActive: boolean): void => {
    app.isActive = isActive;
    emit(isActive ? 'activated' : 'deactivated');
  };
  const { colorScheme, themeParams } = readTheme();
  const colors = [themeParams.button_color ?? '', themeParams.button_text_color ?? ''] as const;
  const noInsets = { top: 0, bottom: 0, left: 0, right: 0 };
  const nothing = (): void => undefined;

  const app: WebApp = {
    get initData() {
      return launch.initData();
    },
    get initDataUnsafe() {
      return launch.initDataUnsafe();
    },
    version,
    // Their web client has what this page has.
    platform: 'weba',
    colorScheme,
    themeParams,
    isActive: true,
    isExpanded: true,
    get viewportHeight() {
      return innerHeight;
    },
    get viewportStableHeight() {
      return innerHeight;
    },
    headerColor: themeParams.header_bg_color ?? '',
    backgroundColor: themeParams.bg_color ?? '',
    bottomBarColor: themeParams.bottom_bar_bg_color ?? '',
    isClosingConfirmationEnabled: false,
    isVerticalSwipesEnabled: true,
    get isFullscreen() {
      return document.fullscreenElement !== null && document.fullscreenElement !== undefined;
    },
    isOrientationLocked: false,
    safeAreaInset: noInsets,
    contentSafeAreaInset: noInsets,

    MainButton: createBottomButton('main', events, colors),
    SecondaryButton: createBottomButton('secondary', events, [themeParams.bottom_bar_bg_color ?? '', colors[0]]),
    BackButton: createCornerButton('back', events),
    SettingsButton: createCornerButton('settings', events),
    HapticFeedback: createHaptics(),
    CloudStorage: createCloudStorage(open),
    BiometricManager: createBiometricManager(),
    LocationManager: createLocationManager(),
    ...createSensors(events),
    ...createDeviceStorages(),

    isVersionAtLeast: (wanted: unknown) => compareVersions(version, String(wanted)) >= 0,
    setHeaderColor: (color) => void (app.headerColor = toColor(color, app, 'WebAppHeaderColorKeyInvalid')),
    setBackgroundColor: (color) => void (app.backgroundColor = toColor(color, app, 'WebAppBackgroundColorInvalid')),
    setBottomBarColor: (color) => void (app.bottomBarColor = toColor(color, app, 'WebAppBottomBarColorInvalid')),
    enableClosingConfirmation: () => void (app.isClosingConfirmationEnabled = true),
    disableClosingConfirmation: () => void (app.isClosingConfirmationEnabled = false),
    enableVerticalSwipes: () => void (app.isVerticalSwipesEnabled = true),
    disableVerticalSwipes: () => void (app.isVerticalSwipesEnabled = false),
    requestFullscreen: () => {
      const fail = (): void => emit('fullscreenFailed', { error: 'UNSUPPORTED' });
      if (app.isFullscreen) return emit('fullscreenFailed', { error: 'ALREADY_FULLSCREEN' });
      const { documentElement } = document;
      if (typeof documentElement.requestFullscreen !== 'function') return fail();
      void documentElement.requestFullscreen().then(() => emit('fullscreenChanged'), fail);
    },
    exitFullscreen: () => {
      if (app.isFullscreen) void document.exitFullscreen().then(() => emit('fullscreenChanged'), nothing);
    },
    lockOrientation: nothing,
    unlockOrientation: nothing,
    addToHomeScreen: nothing,
    checkHomeScreenStatus: (callback) => {
      callGame(callback, 'unsupported');
      emit('homeScreenChecked', { status: 'unsupported' });
    },
    onEvent: events.on,
    offEvent: events.off,

    sendData: nothing,
    switchInlineQuery: () => {
      throw new Error('WebAppInlineModeDisabled');
    },
    openLink: (url) => {
      if (!isWebPage(url)) throw new Error('WebAppTgUrlInvalid');
      game.tell(async (sdk) => openLink(sdk, url));
    },
    openTelegramLink: (url) => {
      const shared = readShareLink(url);
      game.tell(async (sdk) =>
        shared ? sdk.ui.shareLink(shared.link || link.page.playUrl, shared.options) : openLink(sdk, url),
      );
    },
    openInvoice: (url, callback) => {
      if (typeof url !== 'string' || url === '') throw new Error('WebAppInvoiceUrlInvalid');
      // Only a bot's server makes invoices, and only Telegram takes its currency.
      callGame(callback, 'failed');
      emit('invoiceClosed', { url, status: 'failed' });
    },
    shareToStory: nothing,
    shareMessage: (_, callback) => {
      callGame(callback, false);
      emit('shareMessageFailed', { error: 'UNSUPPORTED' });
    },
    setEmojiStatus: (_, __, callback) => {
      callGame(callback, false);
      emit('emojiStatusFailed', { error: 'UNSUPPORTED' });
    },
    requestEmojiStatusAccess: (callback) => {
      callGame(callback, false);
      emit('emojiStatusAccessRequested', { status: 'cancelled' });
    },
    downloadFile: (_, callback) => {
      callGame(callback, false);
      emit('fileDownloadRequested', { status: 'cancelled' });
    },
    hideKeyboard: () => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    },
    ...createPopups(events),
    showScanQrPopup: () => emit('scanQrPopupClosed'),
    closeScanQrPopup: nothing,
    readTextFromClipboard: (callback) => {
      callGame(callback, null);
      emit('clipboardTextReceived', { data: null });
    },
    requestWriteAccess: (callback) => {
      callGame(callback, false);
      emit('writeAccessRequested', { status: 'cancelled' });
    },
    requestContact: (callback) => {
      callGame(callback, false, { status: 'cancelled' });
      emit('contactRequested', { status: 'cancelled' });
    },
    requestChat: (_, callback) => callGame(callback, false),

    ready: game.loadingStop,
    expand: nothing,
    close: nothing,
  };
  addEventListener('resize', () => emit('viewportChanged', { isStateStable: true }));
  // Not with the first call, because games read the player without one.
  open().catch(nothing);
  return app;
}

function createHaptics(): WebApp['HapticFeedback'] {
  const strengths = new Map([
    ['light', 10],
    ['medium', 20],
    ['heavy', 40],
    ['rigid', 15],
    ['soft', 10],
  ]);
  const patterns = new Map([
    ['error', [20, 50, 20, 50, 20]],
    ['success', [10, 50, 10]],
    ['warning', [20, 50, 10]],
  ]);
  const feel = (pattern: number | number[] | undefined, problem: string) => {
    if (pattern === undefined) throw new Error(problem);
    vibrate(pattern);
    return haptics;
  };
  const haptics = {
    impactOccurred: (style: unknown) => feel(strengths.get(String(style)), 'WebAppHapticImpactStyleInvalid'),
    notificationOccurred: (type: unknown) => feel(patterns.get(String(type)), 'WebAppHapticNotificationTypeInvalid'),
    selectionChanged: () => feel(5, ''),
  };
  // The vendor's types have another result than its script, which returns the object.
  return haptics as unknown as WebApp['HapticFeedback'];
}

/** A colour, or the name of one of the theme. */
function toColor(given: unknown, { themeParams }: WebApp, problem: string): string {
  const named = new Map(Object.entries(readOptions(themeParams))).get(String(given));
  if (named !== undefined) return named;
  if (typeof given === 'string' && /^#[\da-f]{3}([\da-f]{3})?$/i.test(given)) return given;
  throw new Error(problem);
}

const isWebPage = (url: unknown): boolean => typeof url === 'string' && /^https?:\/\//i.test(url);

/** What a link of Telegram shares; undefined: it leads to a chat or an app. */
function readShareLink(url: unknown): { link: string; options: { title?: string } } | undefined {
  const [, path = ''] = /^(?:https?:\/\/)?t(?:elegram)?\.me\/(.*)$/i.exec(String(url)) ?? [];
  if (path === '') throw new Error('WebAppTgUrlInvalid');
  const [, query] = /^share(?:\/url)?\/?\?(.*)$/.exec(path) ?? [];
  if (query === undefined) return undefined;
  const params = new URLSearchParams(query);
  const title = params.get('text')?.slice(0, 200);
  return { link: params.get('url') ?? '', options: title ? { title } : {} };
}

function compareVersions(one: string, other: string): number {
  const [left, right] = [one, other].map((each) => each.split('.').map(Number));
  for (let at = 0; at < Math.max(left?.length ?? 0, right?.length ?? 0); at += 1) {
    const difference = (left?.[at] || 0) - (right?.[at] || 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
