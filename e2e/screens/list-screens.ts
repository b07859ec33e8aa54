// Every screen of the portal, with each state that looks different. Add a line for a new screen.
import type { Page } from '@playwright/test';

export interface Screen {
  readonly name: string;
  readonly path: string;
  readonly signedIn?: boolean;
  readonly prepare?: (page: Page) => Promise<unknown>;
  readonly act?: (page: Page) => Promise<unknown>;
}

export const portalScreens: readonly Screen[] = [
  { name: 'landing', path: '/' },
  { name: 'landing-signed-in', path: '/', signedIn: true },
  { name: 'landing-loading', path: '/', prepare: (page) => page.route(calls, () => undefined) },
  {
    name: 'landing-api-down',
    path: '/',
    prepare: (page) => page.route(calls, (route) => route.abort()),
    act: untilAlert,
  },
  { name: 'landing-offline', path: '/', prepare: goOffline, act: untilAlert },
  { name: 'landing-sign-in-first', path: '/Profile' },
  { name: 'language-menu', path: '/', act: (page) => page.locator('header [popovertarget]').first().click() },
  { name: 'starting', path: '/', prepare: (page) => page.route('**/assets/*.js', (route) => route.abort()) },
  { name: 'games', path: '/Games' },
  { name: 'games-none', path: '/Games', act: (page) => page.locator('main input').first().fill('zzzz') },
  { name: 'game', path: '/Games/gem-miner' },
  { name: 'game-friends', path: '/Games/gem-miner', signedIn: true, act: openFriends },
  {
    name: 'game-friends-invite',
    path: '/Games/gem-miner',
    signedIn: true,
    act: async (page) => {
      await openFriends(page);
      await page.locator('.social-modal > .button').click();
      await page.locator('.invite-form').waitFor();
    },
  },
  { name: 'game-sky-courier', path: '/Games/sky-courier' },
  { name: 'game-paper-fleet', path: '/Games/paper-fleet' },
  { name: 'game-unknown', path: '/Games/no-such-game' },
  { name: 'profile', path: '/Profile', signedIn: true },
  { name: 'error', path: '/Error' },
  { name: 'error-already-connected', path: '/Error?inviteErrorCode=already_connected' },
  { name: 'player', path: '/play/gem-miner' },
  { name: 'player-in-frame', path: '/play/gem-miner/iframe/fxid' },
  { name: 'store', path: '/Store/gem-miner' },
  { name: 'store-loading', path: '/Store/gem-miner', prepare: (page) => page.route(calls, () => undefined) },
  { name: 'store-none', path: '/Store/gem-miner', act: (page) => page.locator('main input').first().fill('zzzz') },
  { name: 'store-continue', path: '/Store/ContinueWithPI?PublicOrderId=0b8f7f0e-9d5c-4c3e-8a54-6f0f0c4b8a11' },
  { name: 'store-continue-unknown', path: '/Store/ContinueWithPI' },
  { name: 'store-return', path: '/Store/Return/1' },
  { name: 'store-payment-completed', path: '/Store/MerchantPaymentCompleted/token' },
  { name: 'store-bank-card', path: '/Store/BankCard' },
  { name: 'document', path: '/Docs/tos' },
  { name: 'news', path: '/News' },
  { name: 'news-of-game', path: '/Games/gem-miner/News' },
  { name: 'news-unknown', path: '/News/none' },
  { name: 'login-temp-token', path: '/LoginWithTempToken' },
  { name: 'login-from-device', path: '/LoginFromDevice' },
  { name: 'undo-sign-in-change', path: '/UndoSignInChange?token=fxu_none' },
  { name: 'friend-invitation', path: '/FriendInvitation?token=fxi_none' },
  { name: 'login-validate-email', path: '/LoginValidateEmail' },
  { name: 'login-from-game', path: '/LoginFromGame/gem-miner/token' },
  { name: 'lab-ui', path: '/lab/ui' },
  { name: 'api-docs', path: '/api/docs' },
];

export const singleGameScreens: readonly Screen[] = [
  { name: 'single-game', path: '/' },
  { name: 'single-game-discord-qr', path: '/discord-qr' },
];

const calls = '**/api/v1/**';

async function goOffline(page: Page): Promise<void> {
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'onLine', { get: () => false }));
  await page.route(calls, (route) => route.abort('internetdisconnected'));
}

/** The portal retries once before it shows an error. */
async function untilAlert(page: Page): Promise<void> {
  await page.getByRole('alert').waitFor();
}

async function openFriends(page: Page): Promise<void> {
  await page.locator('.game-page .friends-opener').click();
  await page.locator('.social-modal .list').waitFor();
}
