import type { PortalConfig } from '#contract/config.ts';
import { buildEmbeddedConnection } from '#server/db/cluster-location.ts';
import { withSingleConnection } from '#server/db/with-single-connection.ts';
import { expect, test, type LabServer } from './lab-server.ts';

test('every path has its screen, ignoring case, and unknown paths show an error', async ({ lab, page }) => {
  const expectHeading = (name: string, path: string): Promise<void> =>
    expect(page.getByRole('heading', { level: 1, name }).first(), path).toBeVisible();
  for (const [path, heading] of [
    ['/', 'Gem Miner'],
    ['/Store/gem-miner', 'Store'],
    // An unknown token; it is removed from the address before the portal's script starts.
    ['/LoginWithTempToken?token=x', 'Something went wrong'],
    ['/LoginFromGame/gem-miner/x', 'Something went wrong'],
    ['/games', 'All games'],
  ] as const) {
    await page.goto(lab.url + path);
    await expectHeading(heading, path);
  }
  // The other paths are opened without reloading. Consecutive ones have different headings.
  for (const [path, heading] of [
    ['/Games/sky-courier', 'Sky Courier'],
    ['/error', 'Something went wrong'],
    ['/Store/ContinueWithPI', 'Continue the purchase'],
    ['/Docs/tos', 'Terms of Service'],
    ['/Store/Return/123', 'Your purchase'],
    ['/Docs/gem-miner/tos', 'Terms of Service'],
    ['/Store/MerchantPaymentCompleted/abc', 'Your purchase'],
    ['/Store/BankCard?PublicId=1', 'Payment'],
    ['/Docs/gem-miner/telegram/pp', 'Privacy Policy'],
    ['/News', 'News'],
    ['/LoginValidateEmail?inviteToken=x', 'Something went wrong'],
    ['/Games/gem-miner/News', 'News'],
  ] as const) {
    await page.evaluate((address) => {
      history.pushState(null, '', address);
      dispatchEvent(new PopStateEvent('popstate', { state: null }));
    }, path);
    await expectHeading(heading, path);
  }
  const unknown = await page.goto(`${lab.url}/no/such/address`);
  expect(unknown?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
});

test('the profile needs a sign-in; visitors are asked to log in', async ({ lab, page }) => {
  await page.goto(`${lab.url}/Profile`);
  await expect(page).toHaveURL(`${lab.url}/`);
  await expect(page.getByRole('alert')).toHaveText('Please log in to view this page');
  await page.evaluate((token) => localStorage.setItem('AuthToken', token), lab.tokens['Ada'] ?? '');
  await page.goto(`${lab.url}/profile`);
  await expect(page.getByRole('heading', { level: 1, name: 'Ada' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Connected games' }).getByRole('listitem')).toHaveCount(2);
  await page.getByRole('link', { name: 'All games' }).first().click();
  // In any order: the most played come first, and other tests of this portal play them.
  const names = page.getByRole('main').getByRole('heading', { level: 3 });
  await expect(names).toHaveCount(4);
  expect((await names.allTextContents()).toSorted()).toEqual([
    'Bridge Explorer',
    'Gem Miner',
    'Paper Fleet',
    'Sky Courier',
  ]);
});

test('the first page works with a stale token', { tag: '@drill' }, async ({ lab, page }) => {
  await page.goto(lab.url);
  await page.evaluate(() => localStorage.setItem('AuthToken', `fxs_${'A'.repeat(43)}`));
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Gem Miner' })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign in' })).toBeVisible();
});

test("the error page takes its message from the URL and expands the server's details", async ({ lab, page }) => {
  await page.goto(`${lab.url}/Error?inviteErrorCode=FailedThisGameAccountAlreadyConnectedToAnotherAccount`);
  await expect(page.getByRole('alert')).toContainText('already connected to another account');
  await page.goto(`${lab.url}/Error?inviteErrorCode=2`);
  await expect(page.getByRole('alert')).toContainText('already connected to your account');
  await page.evaluate(() => {
    const state = { usr: { status: 409, body: '{"Code":"Conflict"}' }, key: 'x', idx: 1 };
    history.pushState(state, '', '/Error');
    dispatchEvent(new PopStateEvent('popstate', { state }));
  });
  await page.getByText('Details (status 409)').click();
  await expect(page.locator('pre')).toHaveText('{\n  "Code": "Conflict"\n}');
});

test('a game page shows the details of the game and shares its URL', async ({ lab, page }) => {
  await page.goto(`${lab.url}/Games/gem-miner`);
  await expect(page.getByRole('link', { name: 'Play' })).toHaveAttribute('href', '/play/gem-miner');
  await expect(page.getByRole('heading', { name: 'Deeper: the crystal layer' })).toBeVisible();
  await expect(page.getByRole('main').getByText('Português (Brasil)')).toBeVisible();
  await expect(page.getByAltText('Gem Miner, screenshot 1')).toBeVisible();
  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share' });
  await expect(dialog).toContainText(`${lab.url}/Games/gem-miner`);
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(`${lab.url}/Games/gem-miner`);
  await page.goto(`${lab.url}/Games/paper-fleet`);
  await expect(page.getByRole('alert')).toContainText('in dock');
  await expect(page.getByRole('link', { name: 'Play' })).toHaveCount(0);
  await page.goto(`${lab.url}/Games/no-such-game`);
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
});

test('games are found by name, with typos too, and by genre; the URL keeps the search, and Back returns to it', async ({
  lab,
  page,
}) => {
  const found = page.getByRole('main').getByRole('heading', { level: 3 });
  await page.goto(`${lab.url}/Games`);
  await page.getByLabel('Search games').fill('sky');
  await expect(found).toHaveText(['Sky Courier']);
  await page.getByLabel('Search games').fill('skay curier');
  await expect(page).toHaveURL(/[?]q=skay\+curier$/);
  await expect(found.first()).toHaveText('Sky Courier');
  await page.getByLabel('Search games').fill('zzzzz');
  await expect(page.getByText('No games found')).toBeVisible();
  await page.getByRole('link', { name: 'Show all games' }).click();
  await expect(page.getByLabel('Search games')).toHaveValue('');
  await page.getByLabel('Genre').selectOption('Arcade');
  await expect(found).toHaveText(['Gem Miner']);
  await expect(page).toHaveURL(`${lab.url}/Games?genre=Arcade`);
  await page.getByRole('link', { name: 'Gem Miner' }).click();
  await page.getByRole('link', { name: 'Relaxing' }).click();
  await expect(page).toHaveURL(`${lab.url}/Games?tag=relaxing`);
  await expect(found).toHaveCount(2);
  await page.goBack();
  await page.goBack();
  await expect(found).toHaveText(['Gem Miner']);
  await page.goBack();
  await expect(found).toHaveCount(4);
});

test('a right click opens no menu', { tag: '@drill' }, async ({ lab, page }) => {
  await page.goto(lab.url);
  const isPrevented = await page.evaluate(
    () => !document.body.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true })),
  );
  expect(isPrevented).toBe(true);
});

test('an error thrown by a screen shows the error page', async ({ lab, page }) => {
  await page.route('**/api/v1/games/*', (route) =>
    route.fulfill({ json: { Total: 1, Featured: 'x', Games: [{ GameSystemName: 'x', Title: { not: 'text' } }] } }),
  );
  await page.goto(`${lab.url}/Error`);
  await page.getByRole('link', { name: 'Home' }).first().click();
  await expect(page.getByRole('alert')).toContainText('An error has occurred');
  await page.unroute('**/api/v1/games/*');
  const reload = page.getByRole('button', { name: 'Reload' });
  // The button keeps its height, however tall the page is.
  expect((await reload.boundingBox())?.height).toBeLessThan(60);
  await reload.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Gem Miner' })).toBeVisible();
});

test('the install prompt is held back until the player requests it', async ({ lab, page }) => {
  await page.goto(lab.url);
  await expect(page.getByRole('heading', { level: 1, name: 'Gem Miner' })).toBeVisible();
  const wasHeld = await page.evaluate(() => {
    const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: async () => void (document.title = 'asked'),
    });
    return !dispatchEvent(event);
  });
  expect(wasHeld).toBe(true);
  await page.getByRole('button', { name: 'Install app' }).click();
  await expect(page).toHaveTitle('asked');
  await expect(page.getByRole('button', { name: 'Install app' })).toHaveCount(0);
});

test('a portal shows its own name, logo and colours', async ({ lab, page }) => {
  await using _portal = await brand(lab, {
    Name: 'Arcadia',
    ShortName: 'Arcadia',
    LogoUrl: '/assets/own-logo.svg',
    HeaderType: 'Slim',
    AuthProviders: [],
    Theme: { accent: '#0a7f5a', scheme: 'light', ground: 'url(javascript:1)' },
  });
  await page.goto(`${lab.url}/`);
  await expect(page.getByRole('link', { name: 'Arcadia' }).locator('img')).toHaveAttribute(
    'src',
    '/assets/own-logo.svg',
  );
  await expect(page.getByRole('navigation')).toHaveCount(0);
  const tokens = await page.evaluate(() => {
    const style = getComputedStyle(document.documentElement);
    return [style.getPropertyValue('--accent'), style.getPropertyValue('--ground'), style.colorScheme];
  });
  expect(tokens).toEqual(['#0a7f5a', '#f6f7fb', 'light']);
});

/** Changes the branding until the end of the test. Waits until the server uses it, because tests share the portal. */
async function brand(lab: LabServer, branding: PortalConfig['CompanyBranding']) {
  const connection = buildEmbeddedConnection(lab.dataDir);
  const before = await withSingleConnection(connection, async (db) => {
    const { rows } = await db.query<{ config: PortalConfig }>('select config from portal');
    return rows[0]?.config;
  });
  const title = async (): Promise<string | undefined> =>
    /<title>(.*?)<\/title>/.exec(await (await fetch(lab.url)).text())?.[1];
  const former = await title();
  const write = async (config: unknown, expected: string | undefined): Promise<void> => {
    await withSingleConnection(connection, (db) => db.query('update portal set config = $1', [config]));
    await expect.poll(title).toBe(expected);
  };
  await write({ ...before, CompanyBranding: branding }, branding.Name);
  return { [Symbol.asyncDispose]: () => write(before, former) };
}
