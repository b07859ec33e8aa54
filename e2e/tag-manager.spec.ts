// The operator's tag manager: its container under the real content security policy, consent, and the events it gets.
import type { Frame, Page } from '@playwright/test';
import { chooseCurrency } from './choose-currency.ts';
import {
  acceptDocuments,
  createApiClient,
  enterMailedCode,
  expect,
  inventPerson,
  registerPlayer,
  signInByCode,
  test as base,
} from './lab-people.ts';
import type { LabServer } from './lab-server.ts';
import { payByCard } from './pay-by-card.ts';
import { pressInForm } from './press-in-form.ts';

const tags = 'https://tags.example';

const test = base.extend({
  labEnv: [
    async ({}, use) => use({ TAG_MANAGER_ID: 'GTM-AB12CD3', TAG_MANAGER_URL: tags, TAG_MANAGER_EMAIL: 'plain' }),
    { scope: 'worker' },
  ],
});

declare const FxId: { init(): Promise<unknown>; call(method: string, params: object): Promise<unknown> };

interface TagEvent {
  readonly event: string;
  readonly [key: string]: unknown;
}

/** Reads the data layer as tag managers do, runs an inline script as a tag, writes HTML, and sends each event home. */
function container(home: string): void {
  const { dataLayer } = window as unknown as { dataLayer: object[] };
  const nonce = (document.currentScript as HTMLScriptElement).nonce;
  const send = (entry: object): void => {
    if ('event' in entry) void fetch(`${home}/collect`, { method: 'POST', body: JSON.stringify(entry) });
  };
  for (const entry of dataLayer) send(entry);
  dataLayer.push = (...entries) => {
    entries.forEach(send);
    return Array.prototype.push.apply(dataLayer, entries);
  };
  const tag = document.createElement('script');
  tag.nonce = nonce;
  tag.text = 'window.inlineTagRan = true';
  const place = document.createElement('div');
  // As tags do; blocked if the page requires Trusted Types.
  place.setHTMLUnsafe('<i hidden></i>');
  document.body.append(place, tag);
}

/** Answers for the operator's host, and returns what the container got and what the browser complained about. */
async function serveTags(page: Page) {
  const got: TagEvent[] = [];
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && message.text().includes('Content Security Policy'))
      complaints.push(message.text());
  });
  await page.context().route(`${tags}/**`, async (route) => {
    if (route.request().url().startsWith(`${tags}/gtm.js?id=GTM-AB12CD3`))
      return route.fulfill({ contentType: 'text/javascript', body: `(${container.toString()})('${tags}')` });
    got.push(route.request().postDataJSON() as TagEvent);
    return route.fulfill({ headers: { 'access-control-allow-origin': '*' }, body: '' });
  });
  const event = async (name: string, game?: string): Promise<TagEvent> => {
    const find = () => got.find((each) => each.event === name && (game === undefined || each['game'] === game));
    await expect.poll(find, name).toBeDefined();
    return find() as TagEvent;
  };
  return { got, complaints, event };
}

const notice = (page: Page) => page.getByRole('region', { name: /usage statistics/ });

test('nothing loads before the player consents, then every event arrives, and withdrawing consent stops it', async ({
  lab,
  page,
}) => {
  const { got, complaints, event } = await serveTags(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(tags)) asked.push(request.url());
  });
  const person = inventPerson();
  await page.goto(`${lab.url}/?lang=en`);
  // The operator has switched email addresses on, so the notice says so.
  await expect(notice(page)).toContainText('They include your email address.');
  expect(asked).toEqual([]);
  expect(await page.evaluate(() => 'dataLayer' in window)).toBe(false);
  await notice(page).getByRole('button', { name: 'Allow' }).click();
  await event('gtm.js');
  await expect(notice(page)).toHaveCount(0);
  expect(await page.evaluate(() => 'inlineTagRan' in window)).toBe(true);

  await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click();
  await event('site_login_modal_opened');
  await signInByCode(lab, page, person.email);
  const login = await event('login');
  expect(login).toMatchObject({ method: 'email', email: person.email });
  expect(login['account_id']).toMatch(/\S/);

  await page.evaluate(() => window.dispatchEvent(new Event('appinstalled')));
  await event('site_install');
  await page.goto(`${lab.url}/Games/gem-miner?lang=en`);
  await page.getByRole('button', { name: 'Share' }).click();
  expect(await event('site_share')).toMatchObject({ game: 'gem-miner', account_id: login['account_id'] });
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Language: English' }).click();
  await page.getByRole('button', { name: 'Deutsch' }).click();
  expect(await event('sdk_language_changed')).toMatchObject({ language: 'de' });
  expect(complaints).toEqual([]);

  await page.getByRole('contentinfo').getByRole('button', { name: 'Nutzungsstatistik' }).click();
  const reloaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Ablehnen' }).click();
  await reloaded;
  // The address asks for English.
  await expect(page.getByRole('contentinfo').getByRole('button', { name: 'Usage statistics' })).toBeVisible();
  got.length = 0;
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await page.evaluate(() => 'dataLayer' in window)).toBe(false);
  expect(got).toEqual([]);
});

test('pages with a token or a payment do not load the container, which gets their events on the next page', async ({
  lab,
  anotherBrowser,
}) => {
  const player = await registerPlayer(lab);
  const page = await anotherBrowser();
  const { got, event } = await serveTags(page);
  await page.addInitScript(() => localStorage.setItem('TrackingConsent', 'granted'));
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(`${tags}/gtm.js`)) scripts.push(new URL(page.url()).pathname);
  });
  const { TempToken } = await createApiClient(lab, player.token).auth.createTempToken({
    RedirectUri: `${lab.url}/Store/gem-miner?lang=en`,
  });
  const response = await page.goto(`${lab.url}/LoginWithTempToken?token=${TempToken}&lang=en`);
  expect(response?.headers()['content-security-policy']).toContain("require-trusted-types-for 'script'");
  await page.getByRole('button', { name: /^Continue as/ }).click();
  await expect(page).toHaveURL(/\/Store\/gem-miner/);
  await chooseCurrency(page, 'RUB');
  await page.getByRole('button', { name: /^Buy Starter pack for RUB/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Continue', exact: true }).click();
  const form = page.frameLocator('.checkout-frame iframe').frameLocator('iframe');
  await pressInForm(form, 'Pay');
  await expect(dialog).toHaveCount(0);
  const names = await page.evaluate(() =>
    ((window as unknown as { dataLayer: { event?: string }[] }).dataLayer ?? []).map((entry) => entry.event),
  );
  expect(names).toEqual(expect.arrayContaining(['login', 'site_purchase_requested', 'site_purchase_confirmed']));
  expect(scripts).toEqual([]);
  expect(got).toEqual([]);

  await page.goto(`${lab.url}/Games/gem-miner?lang=en`);
  expect(await event('login')).toMatchObject({ method: 'game_temp_token', account_id: player.accountId });
  await event('site_purchase_requested');
  await event('site_confirm_purchase_with_personal_info_opened');
  const confirmed = await event('site_purchase_confirmed');
  expect(confirmed).toMatchObject({ game: 'gem-miner', currency: 'RUB', account_id: player.accountId });
  expect(confirmed['transaction_id']).toMatch(/\S/);
  // The store is loaded again without the container.
  const reloaded = page.waitForEvent('load');
  await page.getByRole('main').getByRole('link', { name: 'Store' }).click();
  await reloaded;
  await expect(page.getByRole('main').getByRole('heading', { level: 3 }).first()).toBeVisible();
  expect(await page.evaluate(() => 'inlineTagRan' in window)).toBe(false);
  expect(got.filter((each) => each.event === 'site_purchase_confirmed')).toHaveLength(1);
});

test('events in a game arrive with the player’s ids', async ({ lab, anotherBrowser }) => {
  const page = await anotherBrowser();
  const { event, complaints } = await serveTags(page);
  await page.goto(`${lab.url}/play/bridge-explorer?lang=en`);
  await notice(page).getByRole('button', { name: 'Allow' }).click();
  const explorer = await openGame(page);
  await explorer.evaluate(() => FxId.init());
  void explorer.evaluate(() => FxId.call('OpenModal', { url: 'https://example.com/', title: 'A page' }));
  expect(await event('sdk_iframe_modal_opened')).toMatchObject({ game: 'bridge-explorer' });
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  void explorer.evaluate(() => FxId.call('RequestSupport', {}));
  await event('sdk_report_modal_opened');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  void explorer.evaluate(() => FxId.call('AuthenticateUser', {}));
  await enterMailedCode(lab, page, inventPerson().email);
  await page.getByRole('dialog').getByRole('button', { name: 'Accept' }).click();
  const signedIn = await event('sdk_user_logged_in_fxid');
  expect(signedIn['account_id']).toMatch(/\S/);

  await buyLamp(lab, page);
  expect(await event('sdk_game_started', 'gem-miner')).toMatchObject({ account_id: signedIn['account_id'] });
  await event('sdk_product_purchase_requested');
  const ended = await event('sdk_product_purchase_error');
  expect(ended).toMatchObject({ game: 'gem-miner', sku: 'lamp', account_id: signedIn['account_id'] });
  expect(ended['user_id']).toMatch(/\S/);
  await event('sdk_product_purchase_completed');
  expect(complaints).toEqual([]);
});

async function openGame(page: Page): Promise<Frame> {
  const frame = await (await page.locator('.player iframe').elementHandle())?.contentFrame();
  if (!frame) throw new Error('The game has no frame.');
  await frame.waitForFunction(() => 'FxId' in globalThis);
  return frame;
}

/** Gives up once, then pays. */
async function buyLamp(lab: LabServer, page: Page): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('AuthToken') ?? '');
  await acceptDocuments(lab, token, 'gem-miner');
  await page.goto(`${lab.url}/play/gem-miner?lang=en`);
  const buy = page.frameLocator('.player iframe').locator('#buy');
  const dialog = page.getByRole('dialog');
  await buy.click();
  await expect(dialog.getByRole('button', { name: /^Pay / })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toHaveCount(0);
  await buy.click();
  await payByCard(page);
}
