// Open redirects in a real browser: tries hostile addresses on every portal page that accepts one after signing in. All
// are tried within one page, which stays loaded as long as none of them navigates away.
import type { Page } from '@playwright/test';
import { apiBase } from '#contract/api-base.ts';
import { hostileAddresses } from '#model/testing/hostile-addresses.ts';
import { chooseDrillSize } from '#server/testing/drill-size.ts';
import type { LabServer } from './lab-server.ts';
import {
  requestSignInMail,
  createApiClient,
  expect,
  findSignInLink,
  waitForMail,
  registerPlayer,
  inventPerson,
  test,
} from './lab-people.ts';

const gamesList = /\/games\/browse(\?|$)/;
/** One address of every kind, and all of them in a drill. The unit tests try all of them each time. */
const hostile = (lab: LabServer): string[] =>
  Object.values(hostileAddresses(lab.url)).flatMap((kind) => kind.slice(0, chooseDrillSize(1, kind.length)));

test('no response to a sign-in link redirects to another site', async ({ lab, page }) => {
  const { token } = await registerPlayer(lab);
  const left = await watchForLeaving(page, lab);
  await openWithoutGames(page, lab);
  const pages = [
    {
      address: '/LoginWithTempToken?token=',
      call: '/auth/authenticate_from_temp_token',
      reply: (RedirectUri: string): object => ({ Token: token, TempTokenData: { RedirectUri } }),
    },
    {
      address: '/LoginValidateEmail?inviteToken=',
      call: '/auth/authenticate_from_email_invite',
      reply: (RedirectUri: string): object => ({ Success: true, Token: token, RedirectUri }),
    },
  ];
  for (const { address, call, reply } of pages) {
    const tried = await page.evaluate(
      async ({ address, call, replies }) => {
        // The server rejects such addresses itself. Here its responses are replaced, so that only the portal's check is
        // left.
        const ask = window.fetch;
        let asked = 0;
        window.fetch = async (input, init) => {
          if (typeof input !== 'string') return ask(input, init);
          // All replies contain the same session, so it must not be signed out in between.
          if (input.endsWith('/auth/logout')) return new Response(null, { status: 204 });
          if (!input.endsWith(call)) return ask(input, init);
          const reply = replies[asked];
          asked += 1;
          return Response.json(reply);
        };
        const isOver = (count: number): boolean =>
          asked === count && location.pathname === '/' && document.querySelector('.login-page') === null;
        for (const [number, reply] of replies.entries()) {
          history.pushState(null, '', `${address}${address.length}-${number}`);
          dispatchEvent(new PopStateEvent('popstate', { state: null }));
          const lastMs = performance.now() + 60_000;
          while (!isOver(number + 1)) {
            document.querySelector<HTMLButtonElement>('.login-page .actions button')?.click();
            if (performance.now() > lastMs) throw new Error(`${JSON.stringify(reply)} ends at ${location.href}`);
            await new Promise((resolve) => setTimeout(resolve));
          }
        }
        window.fetch = ask;
        return asked;
      },
      { address, call: apiBase + call, replies: hostile(lab).map(reply) },
    );
    expect(tried).toBe(hostile(lab).length);
    expect(tried).toBeGreaterThan(chooseDrillSize(15, 200));
  }
  expect(left()).toEqual([]);
  await expect(page.getByRole('link', { name: 'My profile' })).toBeVisible();
});

test('the server rejects all hostile redirect addresses', { tag: '@drill' }, async ({ lab, page }) => {
  const { token } = await registerPlayer(lab);
  await page.goto(lab.url);
  const answers = await page.evaluate(
    async ({ base, token, addresses }) => {
      const ask = async (path: string, body: object): Promise<string> => {
        const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
        const answer = await fetch(base + path, { method: 'POST', headers, body: JSON.stringify(body) });
        return `${answer.status} ${((await answer.json()) as { Code?: string }).Code}`;
      };
      return Promise.all(
        addresses.flatMap((RedirectUri) => [
          ask('/auth/create_temp_token', { RedirectUri }),
          ask('/invite/email_invite', { RedirectUri, Email: 'a@people.example', CaptchaResult: 'x' }),
        ]),
      );
    },
    { base: apiBase, token, addresses: Object.values(hostileAddresses(lab.url)).flat() },
  );
  expect(answers.length).toBeGreaterThan(400);
  expect([...new Set(answers)].sort()).toEqual(['400 InvalidRequest', '400 InvalidText']);
});

test('no query parameter and no path redirects to another site', async ({ lab, page }) => {
  const left = await watchForLeaving(page, lab);
  await openWithoutGames(page, lab);
  const addresses = hostile(lab).filter((address) => address.isWellFormed() && address.length < 2048);
  const shown = await page.evaluate(async (addresses) => {
    const names = 'redirectUri RedirectUri redirect_uri redirect returnUrl return next from to url PublicOrderId';
    const show = (place: string): void => {
      history.pushState(null, '', place);
      dispatchEvent(new PopStateEvent('popstate', { state: null }));
    };
    let paths = 0;
    for (const [number, address] of addresses.entries()) {
      const game = encodeURIComponent(address);
      const pages = ['/', '/Error', '/Docs/tos', '/Store/ContinueWithPI', '/Games', `/LoginFromGame/${game}/${number}`];
      const query = new URLSearchParams(names.split(' ').map((name) => [name, address])).toString();
      show(`${pages[number % pages.length]}?${query}`);
      await new Promise((resolve) => setTimeout(resolve));
      // Also opens the address as a path on the portal's host, if parsers may disagree about it: any link can contain
      // such a path.
      const place = URL.parse(location.origin + address);
      if (place?.origin !== location.origin || !/^\/[^?#]*(\/|%2f|%5c)/i.test(place.pathname)) continue;
      show(place.href);
      await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 }));
      paths += 1;
    }
    return paths;
  }, addresses);
  expect(shown).toBeGreaterThan(chooseDrillSize(3, 50));
  await page.getByRole('link', { name: 'All games' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'All games' })).toBeVisible();
  expect(left()).toEqual([]);
});

test('a path that names another host opens the first page', { tag: '@drill' }, async ({ lab, page }) => {
  const left = await watchForLeaving(page, lab);
  for (const path of [
    '//evil.example/x',
    '//evil.example/play/gem-miner/iframe/telegram#tgWebAppData=x',
    '/%2fevil.example',
  ]) {
    await page.goto(lab.url + path);
    await expect(page, path).toHaveURL(`${lab.url}/`);
    await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible();
  }
  // Opening a dialog adds a history entry, which the router builds from its current path.
  await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('dialog', { name: 'Sign in' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(left()).toEqual([]);
});

test('reloading a broken page opens the portal', { tag: '@drill' }, async ({ lab, page }) => {
  const left = await watchForLeaving(page, lab);
  await page.route(gamesList, (route) => route.fulfill({ json: { Games: [null] } }));
  await page.goto(`${lab.url}/Error`);
  await page.getByRole('link', { name: 'All games' }).first().click();
  await expect(page.getByRole('alert')).toContainText('An error has occurred');
  await page.unroute(gamesList);
  await page.evaluate(() => history.replaceState(null, '', `${location.origin}//evil.example/x`));
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page).toHaveURL(`${lab.url}/`);
  await expect(page.getByRole('link', { name: 'All games' }).first()).toBeVisible();
  expect(left()).toEqual([]);
});

test('the link in a mail opens the page that the player requested', { tag: '@drill' }, async ({ lab, page }) => {
  const left = await watchForLeaving(page, lab);
  const { email } = inventPerson();
  await page.goto(`${lab.url}/Profile`);
  await expect(page.getByRole('dialog', { name: 'Sign in' })).toBeVisible();
  await requestSignInMail(page, email);
  await page.goto(findSignInLink(await waitForMail(lab, email)));
  await expect(page).toHaveURL(`${lab.url}/Profile`);
  await expect(page.getByRole('region', { name: 'Sign-in methods' })).toContainText(email);
  expect(left()).toEqual([]);
});

test('a transferred session can open any page of the portal', { tag: '@drill' }, async ({ lab, page }) => {
  const { token } = await registerPlayer(lab);
  const left = await watchForLeaving(page, lab);
  const good = ['/Games/gem-miner?x=1#y', `${lab.url}/Games/sky-courier`];
  const odd = ['/?next=//evil.example', `${lab.url}/Games#//evil.example`];
  for (const RedirectUri of [...good, ...odd]) {
    const { TempToken } = await createApiClient(lab, token).auth.createTempToken({ RedirectUri });
    await page.goto(`${lab.url}/LoginWithTempToken?token=${TempToken}`);
    if (RedirectUri === good[0]) await page.getByRole('button', { name: /^Continue as/ }).click();
    await expect(page).toHaveURL(new URL(RedirectUri, lab.url).href);
    await expect(page.getByRole('link', { name: 'My profile' })).toBeVisible();
  }
  expect(left()).toEqual([]);
});

/** Opens the portal with an empty games list, which renders faster. Resolves once the page can be navigated. */
async function openWithoutGames(page: Page, lab: LabServer): Promise<void> {
  await page.route(gamesList, (route) => route.fulfill({ json: { Games: [], Total: 0, PageSize: 1 } }));
  await page.goto(lab.url);
  await expect(page.locator('.late')).toHaveCount(0);
}

/** Records navigations and navigation attempts outside the portal, and scripts that ran from an address. */
async function watchForLeaving(page: Page, lab: LabServer): Promise<() => readonly string[]> {
  const left: string[] = [];
  const isOurs = (address: string): boolean => address === 'about:blank' || new URL(address).origin === lab.url;
  page.on('dialog', (dialog) => {
    left.push(`a script: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.context().on('page', (opened) => left.push(`a window: ${opened.url()}`));
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame() && !isOurs(frame.url())) left.push(frame.url());
  });
  page.on('request', (request) => {
    const isPage = request.isNavigationRequest() && request.frame() === page.mainFrame();
    if (isPage && !isOurs(request.url())) left.push(request.url());
  });
  // Responds for external hosts: otherwise a failed request would end the test before it can report the address.
  await page.context().route(
    ({ hostname }) => !/(^|\.)localhost$/.test(hostname),
    (route) => route.fulfill({ contentType: 'text/html', body: 'elsewhere' }),
  );
  return () => left;
}
