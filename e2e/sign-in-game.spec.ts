import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { LabServer } from './lab-server.ts';
import {
  fetchSignedInAccount,
  createApiClient,
  connectGame,
  expect,
  createHandedSession,
  registerPlayer,
  signInAtGoogle,
  signInByCode,
  inventPerson,
  test,
  readSessionToken,
  signPlayerAssertion,
  type Player,
} from './lab-people.ts';

test("a game's player signs in, connects the game and is recognised the next time", async ({
  lab,
  page,
  anotherBrowser,
}) => {
  const gameUid = randomUUID();
  const { email } = inventPerson();
  await comeFromGame(lab, page, gameUid);
  await expect(page.getByRole('dialog', { name: 'Sign in' })).toBeVisible();
  await signInByCode(lab, page, email);
  await expect(
    page.getByRole('heading', { level: 1, name: /^Connect Gem Miner to your account Player \d+\?$/ }),
  ).toBeVisible();
  const account = await fetchSignedInAccount(lab, page);
  expect(account.ConnectedGames).toEqual([]);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page).toHaveURL(`${lab.url}/Games/gem-miner`);
  const { Games } = await createApiClient(lab, await readSessionToken(page)).profile.overview({});
  expect(Games).toMatchObject([{ Game: 'gem-miner', GameUid: gameUid }]);
  await page.getByRole('link', { name: 'My profile' }).click();
  await expect(page.getByRole('region', { name: 'Connected games' })).toContainText('Gem Miner');

  const phone = await anotherBrowser();
  await comeFromGame(lab, phone, gameUid);
  await expect(phone).toHaveURL(`${lab.url}/Games/gem-miner`);
  expect((await fetchSignedInAccount(lab, phone)).AccountId).toBe(account.AccountId);
  await phone.getByRole('link', { name: 'My profile' }).click();
  await phone.getByRole('button', { name: 'Download my data' }).click();
  const question = phone.getByRole('dialog', { name: "Confirm it's you" });
  await expect(question).toContainText('You came here from a game');
  await question.getByRole('button', { name: 'Close' }).click();
  await expect(phone.getByText("You didn't confirm it's you, so nothing changed.")).toBeVisible();
  await expect(createApiClient(lab, await readSessionToken(phone)).profile.requestDeletion({})).rejects.toMatchObject({
    code: 'SignInAgain',
  });

  const before = await readSessionToken(page);
  await comeFromGame(lab, page, gameUid);
  await expect(page).toHaveURL(`${lab.url}/Games/gem-miner`);
  expect(await readSessionToken(page)).toBe(before);
});

test(
  'a connected game gets the address only if the box was ticked',
  { tag: '@drill' },
  async ({ lab, anotherBrowser }) => {
    const [silent, open] = await Promise.all([registerPlayer(lab), registerPlayer(lab)]);
    const page = await anotherBrowser(silent.token);
    await comeFromGame(lab, page, randomUUID());
    await expect(boxOf(page, silent)).not.toBeChecked();
    await expect(boxOf(page, silent)).toHaveAccessibleDescription('You can change this in your profile at any time.');
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(page).toHaveURL(`${lab.url}/Games/gem-miner`);
    expect(await whatGameLearns(lab, silent)).not.toHaveProperty('Email');

    const other = await anotherBrowser(open.token);
    await comeFromGame(lab, other, randomUUID());
    await boxOf(other, open).focus();
    await other.keyboard.press('Space');
    await expect(boxOf(other, open)).toBeChecked();
    await other.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(other).toHaveURL(`${lab.url}/Games/gem-miner`);
    expect(await whatGameLearns(lab, open)).toMatchObject({ Email: open.email });
    await other.getByRole('link', { name: 'My profile' }).click();
    await expect(other.getByRole('switch', { name: /^Share my email address.*Gem Miner$/ })).toBeChecked();
  },
);

test(
  'a game stays connected if the address could not be shared',
  { tag: '@drill' },
  async ({ lab, anotherBrowser }) => {
    const player = await registerPlayer(lab);
    const page = await anotherBrowser(player.token);
    await page.route('**/api/v1/profile/games/share_email', (route) => route.abort());
    await comeFromGame(lab, page, randomUUID());
    await boxOf(page, player).check();
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Gem Miner is connected' })).toBeVisible();
    await expect(page.getByText("Couldn't share your email address with the game.")).toBeVisible();
    expect(await whatGameLearns(lab, player)).not.toHaveProperty('Email');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL(`${lab.url}/Games/gem-miner`);
  },
);

test(
  'a player signed in to another account is asked before anything changes',
  { tag: '@drill' },
  async ({ lab, anotherBrowser }) => {
    const [here, there] = await Promise.all([
      registerPlayer(lab, inventPerson('Hana Here')),
      registerPlayer(lab, inventPerson('Theo There')),
    ]);
    const gameUid = await connectGame(lab, there, 'gem-miner');
    const page = await anotherBrowser(here.token);
    const question = page.getByRole('heading', { level: 1, name: 'Switch accounts?' });

    await comeFromGame(lab, page, gameUid);
    await expect(question).toBeVisible();
    await expect(page.getByText("You're signed in as Hana Here. This link belongs to Theo There.")).toBeVisible();
    await page.getByRole('button', { name: 'Stay as Hana Here' }).click();
    await expect(page).toHaveURL(`${lab.url}/`);
    expect(await readSessionToken(page)).toBe(here.token);

    await comeFromGame(lab, page, gameUid);
    await expect(question).toBeVisible();
    expect(await readSessionToken(page)).toBe(here.token);
    await page.getByRole('button', { name: 'Continue as Theo There' }).click();
    await expect(page).toHaveURL(`${lab.url}/Games/gem-miner`);
    expect((await fetchSignedInAccount(lab, page)).AccountId).toBe(there.accountId);
  },
);

test(
  'a player who came from a game signs in fully and can change the account',
  { tag: '@drill' },
  async ({ lab, anotherBrowser }) => {
    const player = await registerPlayer(lab);
    const gameUid = await connectGame(lab, player, 'gem-miner');
    const page = await anotherBrowser();
    await comeFromGame(lab, page, gameUid);
    await expect(page).toHaveURL(`${lab.url}/Games/gem-miner`);
    await page.getByRole('link', { name: 'My profile' }).click();
    await page.getByRole('button', { name: 'Disconnect: Gem Miner' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
    await expect(page.getByRole('dialog', { name: "Confirm it's you" })).toBeVisible();
    await signInAtGoogle(page, player);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByText('No games connected yet')).toBeVisible();
    expect((await fetchSignedInAccount(lab, page)).AccountId).toBe(player.accountId);
  },
);

test(
  'a session transfer token works once and leads to its page',
  { tag: '@drill' },
  async ({ lab, anotherBrowser }) => {
    const { token, accountId } = await registerPlayer(lab, inventPerson('Ada Far'));
    const { TempToken } = await createApiClient(lab, token).auth.createTempToken({
      RedirectUri: `${lab.url}/Games/sky-courier`,
    });
    const address = `${lab.url}/LoginWithTempToken?token=${TempToken}`;
    const page = await anotherBrowser();
    await page.goto(address);
    await expect(
      page.getByRole('heading', { level: 1, name: /^Continue as .Ada Far. on this device\?$/ }),
    ).toBeVisible();
    expect(await readSessionToken(page)).toBe('');
    await page.getByRole('button', { name: 'Continue as Ada Far' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Sky Courier' })).toBeVisible();
    await expect(page).toHaveURL(`${lab.url}/Games/sky-courier`);
    expect((await fetchSignedInAccount(lab, page)).AccountId).toBe(accountId);
    await page.getByRole('link', { name: 'My profile' }).click();
    const here = page.getByRole('region', { name: 'Devices' }).getByRole('listitem').filter({ hasText: 'This device' });
    await expect(here).toContainText('Signed in from another device');

    const late = await anotherBrowser();
    await late.goto(address);
    await expect(late.getByRole('heading', { level: 1, name: 'Something went wrong' })).toBeVisible();
    await expect(late).toHaveURL(`${lab.url}/Error`);
    expect(await readSessionToken(late)).toBe('');
  },
);

test('a game continues on a phone whose number is typed on the first device', async ({ lab, anotherBrowser }) => {
  const { token, accountId } = await registerPlayer(lab, inventPerson('Ada Far'));
  const page = await anotherBrowser(token);
  await page.goto(`${lab.url}/play/gem-miner`);
  const begun = page.waitForResponse('**/handoffs/begin');
  await page.getByRole('button', { name: 'Continue on another device' }).click();
  const dialog = page.getByRole('dialog', { name: 'Continue on another device' });
  await expect(dialog.getByRole('img', { name: 'QR code for your other device' })).toBeVisible();
  const { TokenLink } = (await (await begun).json()) as { TokenLink: string };

  const [phone, thief] = await Promise.all([anotherBrowser(), anotherBrowser()]);
  const sent: string[] = [];
  phone.on('request', (request) => sent.push(request.url()));
  await phone.goto(TokenLink);
  await expect(phone.getByRole('heading', { level: 1, name: 'Type this number on your other device' })).toBeVisible();
  await expect(phone).toHaveURL(`${lab.url}/LoginFromDevice#`);
  expect(sent.filter((address) => new URL(address).search.includes('fxq_'))).toEqual([]);
  // A second device with the same code is too late; it has no number to show to the player.
  await thief.goto(TokenLink);
  await expect(thief.getByRole('heading', { level: 1, name: 'This code no longer works' })).toBeVisible();
  expect(await readSessionToken(phone)).toBe('');

  await expect(dialog).toContainText(/Chrome on \w+ wants to continue as you/);
  const number = await phone.locator('.number').innerText();
  await dialog.getByLabel('Number on that device').fill(number);
  await dialog.getByRole('button', { name: 'Allow' }).click();
  await expect(dialog).toContainText('Continue on your other device');
  await phone.getByRole('button', { name: 'Continue as Ada Far' }).click();
  await expect(phone).toHaveURL(`${lab.url}/play/gem-miner`);
  expect((await fetchSignedInAccount(lab, phone)).AccountId).toBe(accountId);
  await expect(createApiClient(lab, await readSessionToken(phone)).profile.requestDeletion({})).rejects.toMatchObject({
    code: 'SignInAgain',
  });
});

test('declining a transferred session ends it', { tag: '@drill' }, async ({ lab, anotherBrowser }) => {
  const { token } = await registerPlayer(lab, inventPerson('Ada Far'));
  const { TempToken } = await createApiClient(lab, token).auth.createTempToken({});
  const page = await anotherBrowser();
  await page.goto(`${lab.url}/LoginWithTempToken?token=${TempToken}`);
  await page.getByRole('button', { name: 'No thanks' }).click();
  await expect(page).toHaveURL(`${lab.url}/`);
  expect(await readSessionToken(page)).toBe('');
  await expect.poll(async () => (await createApiClient(lab, token).profile.overview({})).Devices.length).toBe(1);
});

test(
  'a guest session transferred from another device cannot register here',
  { tag: '@drill' },
  async ({ lab, anotherBrowser }) => {
    const { ConnectedData } = await createApiClient(lab).auth.authenticateFromGame({
      Game: 'gem-miner',
      Token: await signPlayerAssertion(lab, 'gem-miner', randomUUID()),
      Standalone: true,
    });
    const page = await anotherBrowser(await createHandedSession(lab, ConnectedData?.Token ?? ''));
    await page.goto(`${lab.url}/Profile`);
    await expect(page.getByRole('region', { name: 'Sign-in methods' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Register' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Add a sign-in method' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Download my data' }).click();
    const question = page.getByRole('dialog', { name: "Confirm it's you" });
    await expect(question).toContainText('Another device signed you in here');
    await expect(question).toContainText("None of this account's sign-in methods work here");
    await expect(question.getByRole('button', { name: /^Continue with/ })).toHaveCount(0);
  },
);

for (const folder of ['fxlauncher', 'fxnative'])
  test(`a link with a code for ${folder} needs a confirmation in a plain browser`, async ({ lab, anotherBrowser }) => {
    const mallory = await registerPlayer(lab, inventPerson('Mallory Maker'));
    const makeLink = async (): Promise<string> => {
      const { TempToken } = await createApiClient(lab, mallory.token).auth.createTempToken({});
      return `${lab.url}/play/gem-miner/iframe/${folder}#LoginCode=${TempToken}`;
    };
    const sessionsOf = async (): Promise<number> =>
      (await createApiClient(lab, mallory.token).profile.overview({})).Devices.length;
    const before = await sessionsOf();

    const victim = await anotherBrowser();
    await victim.goto(await makeLink());
    const question = victim.getByRole('dialog', { name: /^Continue as .*Mallory Maker.* on this device\?$/ });
    await expect(question).toBeVisible();
    expect(victim.url()).not.toContain('LoginCode');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(victim.locator('iframe').first()).toBeVisible();
    await expect.poll(sessionsOf).toBe(before);

    const own = await anotherBrowser();
    await own.goto(await makeLink());
    await own.getByRole('dialog').getByRole('button', { name: 'Continue as Mallory Maker' }).click();
    await expect(own.locator('iframe').first()).toBeVisible();
    await expect.poll(sessionsOf).toBe(before + 1);
  });

test('a guest of a game registers and keeps the same account', { tag: '@drill' }, async ({ lab, anotherBrowser }) => {
  const gameUid = randomUUID();
  const { email } = inventPerson();
  const { ConnectedData } = await createApiClient(lab).auth.authenticateFromGame({
    Game: 'gem-miner',
    Token: await signPlayerAssertion(lab, 'gem-miner', gameUid),
    Standalone: true,
  });
  const page = await anotherBrowser(ConnectedData?.Token ?? '');
  await page.goto(`${lab.url}/Profile`);
  await expect(page.getByText("You're playing as a guest. Register to keep your games.")).toBeVisible();
  await page.getByRole('button', { name: 'Register' }).click();
  await signInByCode(lab, page, email);
  await expect(page.getByText("You're playing as a guest.")).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Sign-in methods' })).toContainText(email);
  await expect(page.getByRole('region', { name: 'Connected games' })).toContainText('Gem Miner');
  await expect(page.getByRole('button', { name: 'Disconnect: Gem Miner' })).toBeEnabled();
  const { Account, Games } = await createApiClient(lab, await readSessionToken(page)).profile.overview({});
  expect(Account).toMatchObject({ AccountId: ConnectedData?.AccountId, Email: email, Guest: false });
  expect(Games).toMatchObject([{ Game: 'gem-miner', GameUid: gameUid }]);
});

const boxOf = (page: Page, { email }: Player) =>
  page.getByRole('checkbox', { name: `Share my email address (${email}) with Gem Miner` });

async function whatGameLearns(lab: LabServer, { token }: Player) {
  const { ConnectedGame } = await createApiClient(lab, token).profile.gameConnection({ Game: 'gem-miner' });
  return createApiClient(lab, ConnectedGame?.GameJwt).auth.userInfo({ Game: 'gem-miner' });
}

async function comeFromGame(lab: LabServer, page: Page, gameUid: string): Promise<void> {
  const word = await signPlayerAssertion(lab, 'gem-miner', gameUid);
  await page.goto(`${lab.url}/LoginFromGame/gem-miner/${word}`);
}
