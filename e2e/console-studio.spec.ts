// A studio's way from an upload to its first sale: an operator of the portal creates the game and invites the studio, which
// uploads a build, asks to publish it, sets prices and its server's address. A player buys, the server gets the signed
// delivery, and the audit log has every step.
import type { FrameLocator, Page } from '@playwright/test';
import { strToU8, zipSync } from 'fflate';
import { Webhook } from 'standardwebhooks';
import { demoOperatorId } from '#lab/console/demo-operators.ts';
import { startGameServer } from '#server/testing/start-game-server.ts';
import {
  addVirtualPasskeyDevice,
  consoleUrlOf,
  enterDemoCode,
  expireSecondFactor,
  findMailedLink,
  readAuditLog,
  signInDemoOperator,
} from './console-people.ts';
import { findAccessibilityProblems } from './find-accessibility-problems.ts';
import { acceptDocuments, expect, inventPerson, registerPlayer, test } from './lab-people.ts';
import { separateLabSettings } from './lab-server.ts';
import { payByCardInTab } from './pay-by-card.ts';

// The game that is added here would appear in the lists that other test files check.
test.use({ labEnv: separateLabSettings });

const game = 'lantern-run';

/** Sells oil for the lantern; asks for a picture that nobody made. */
const html = `<!doctype html>
<title>Lantern Run</title>
<button id="buy">Buy oil</button>
<p id="status"></p>
<img src="lantern.png" alt="">
<script src="/sdk/v1/sdk.js"></script>
<script>
  const [buy, status] = [document.getElementById('buy'), document.getElementById('status')];
  FxId.init().then(({ social }) => (status.textContent = 'Hello ' + social.displayName));
  buy.onclick = () =>
    FxId.payments.purchase('oil-3').then(
      () => (status.textContent = 'Bought'),
      ({ code }) => (status.textContent = code),
    );
</script>
`;

test('a studio uploads a game, sells in it and gets the delivery; every step is in the audit log', async ({
  lab,
  page: staff,
  anotherBrowser,
}) => {
  await using server = await startGameServer();
  server.answer = { status: 200, body: 'Three bottles for you' };
  const consoleUrl = consoleUrlOf(lab);
  const studioPerson = inventPerson('Lena Lantern');
  const studio = await anotherBrowser();

  await test.step('an owner adds the game, the studio and its operator', async () => {
    await signInDemoOperator(staff, consoleUrl, 'owner');
    await staff.goto(`${consoleUrl}/games`);
    await staff.getByRole('button', { name: 'Add a game' }).click();
    const adding = staff.getByRole('dialog');
    await adding.getByLabel('Title').fill('Lantern Run');
    await expect(adding.getByLabel('Name in addresses')).toHaveValue(game);
    await adding.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(staff.getByRole('heading', { level: 1, name: 'Lantern Run' })).toBeVisible();

    await staff.goto(`${consoleUrl}/operators?tab=studios`);
    await staff.getByRole('button', { name: 'Add a studio' }).click();
    const saving = staff.getByRole('dialog');
    await saving.getByRole('textbox', { name: 'Name of the studio' }).fill('Lantern Works');
    await saving.getByRole('textbox', { name: 'Id', exact: true }).fill('lantern-works');
    await saving.getByRole('combobox', { name: 'Games' }).fill(game);
    await saving.getByRole('combobox', { name: 'Games' }).press('Enter');
    await saving.getByRole('button', { name: 'Save' }).click();
    await expect(staff.getByRole('row', { name: 'Lantern Works' })).toContainText('Needs approval');

    await staff.goto(`${consoleUrl}/operators`);
    await staff.getByRole('button', { name: 'Invite' }).click();
    const inviting = staff.getByRole('dialog');
    await inviting.getByRole('textbox', { name: 'Email' }).fill(studioPerson.email);
    await inviting.getByRole('textbox', { name: 'Name' }).fill(studioPerson.name);
    await inviting.getByRole('combobox', { name: 'Role' }).click();
    await staff.getByRole('option', { name: 'Studio' }).click();
    await inviting.getByRole('combobox', { name: 'Studio' }).click();
    await staff.getByRole('option', { name: 'Lantern Works' }).click();
    await inviting.getByRole('button', { name: 'Send invitation' }).click();
    await expect(staff.getByRole('row', { name: studioPerson.email })).toBeVisible();
  });

  await test.step('the studio signs in and sees only its game', async () => {
    await addVirtualPasskeyDevice(studio);
    await studio.goto(await findMailedLink(lab, studioPerson.email));
    await studio.getByRole('button', { name: 'Create a passkey' }).click();
    await expect(studio.getByRole('heading', { level: 1, name: 'My games' })).toBeVisible();
    const games = studio.getByRole('table', { name: 'Games' });
    await expect(games.getByRole('row')).toHaveCount(2);
    await games.getByRole('row', { name: 'Lantern Run' }).click();
    await expect(studio.getByRole('heading', { level: 1, name: 'Lantern Run' })).toBeVisible();
  });

  const builds = studio.getByRole('table', { name: 'Builds' });
  await test.step('it uploads a build, reads the inspection and plays the preview', async () => {
    await studio.getByRole('textbox', { name: 'Version' }).fill('1.0');
    await studio.getByRole('textbox', { name: 'Description' }).fill('The first lantern');
    const archive = Buffer.from(zipSync({ 'lantern-run/index.html': strToU8(html) }));
    await studio
      .getByLabel('Choose a file')
      .setInputFiles({ name: 'lantern-run.zip', mimeType: 'application/zip', buffer: archive });
    await expect(studio.getByText('Build 1 is a draft')).toBeVisible();
    await builds.getByRole('row').nth(1).click();
    const details = studio.getByRole('dialog');
    await expect(details).toContainText('lantern.png (index.html)');
    await details.getByRole('button', { name: 'Close' }).click();
    await openActions(studio, 'Preview');
    await studio.getByRole('button', { name: 'Create a link' }).click();
    const link = await studio.getByRole('dialog').getByRole('link').getAttribute('href');
    await studio.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    const tester = await anotherBrowser();
    await tester.goto(`${link}&lang=en`);
    await expect(gameOf(tester).getByRole('button', { name: 'Buy oil' })).toBeVisible();
    await tester.close();
  });

  await test.step('it asks to publish the build, which then waits for an approval', async () => {
    await openActions(studio, 'Request publishing');
    const dialog = studio.getByRole('dialog');
    await expect(dialog).toContainText('An operator of the portal approves it first');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Our first version');
    await dialog.getByRole('button', { name: 'Request publishing' }).click();
    await expect(dialog).toBeHidden();
    await expect(builds.getByRole('row').nth(1)).toContainText('Waits for approval');
    await openActions(studio, 'Request publishing', { isDisabled: true });
    await studio.getByRole('link', { name: 'Approvals' }).click();
    await expect(studio.getByRole('table', { name: 'Approvals' })).toContainText('Your request');
    expect((await fetch(`${lab.url}/play/${game}`)).status).toBe(404);
  });

  await test.step('an admin approves it with a second factor', async () => {
    await staff.context().clearCookies();
    await signInDemoOperator(staff, consoleUrl, 'admin');
    await expireSecondFactor(lab, demoOperatorId('admin'));
    await staff.goto(`${consoleUrl}/approvals`);
    await staff.getByRole('row', { name: 'Our first version' }).click();
    const request = staff.getByRole('dialog');
    await expect(request).toContainText(studioPerson.name);
    await request.getByRole('button', { name: 'Approve' }).click();
    await staff.getByRole('dialog', { name: 'Approve this change?' }).getByRole('button', { name: 'Approve' }).click();
    await enterDemoCode(staff);
    await expect(staff.getByText('Approved and done')).toBeVisible();
  });
  await studio.goto(`${consoleUrl}/games/${game}`);
  await expect(builds.getByRole('row').nth(1)).toContainText('Live');

  await test.step('the studio adds a product with a price', async () => {
    await studio.getByRole('tab', { name: 'Store' }).click();
    await studio.getByRole('button', { name: 'Add a product' }).click();
    const dialog = studio.getByRole('dialog');
    await dialog.getByLabel('Sku').first().fill('oil-3');
    await dialog.getByRole('group', { name: 'Names' }).getByLabel('en').fill('Three bottles of oil');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await studio.getByLabel('Price of oil-3 in USD').fill('1.99');
    await studio.getByRole('button', { name: 'Save' }).click();
    await expect(studio.getByText('Saved')).toBeVisible();
  });

  const secret = await test.step("it sets its server's address, and tests it", async () => {
    await studio.getByRole('link', { name: 'Keys and webhooks' }).click();
    await studio.getByRole('button', { name: 'Set address' }).click();
    await studio.getByRole('dialog').getByRole('textbox', { name: 'Address' }).fill(server.url);
    await studio.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    const shown = studio.getByRole('dialog', { name: 'Signing secret' });
    const text = (await shown.getByText(/^whsec_/).textContent()) ?? '';
    await shown.getByRole('button', { name: 'Done' }).click();
    await studio.getByRole('button', { name: 'Send test event' }).click();
    await expect(studio.getByRole('status')).toContainText('Three bottles for you');
    expect(verifyNewest(server.received, text)).toMatchObject({ type: 'webhook.test', data: { game } });
    return text;
  });

  const player = await registerPlayer(lab);
  await test.step('a player buys in the game', async () => {
    await acceptDocuments(lab, player.token, game);
    const portal = await anotherBrowser(player.token);
    await portal.goto(`${lab.url}/play/${game}?lang=en`);
    await expect(gameOf(portal).getByText(`Hello ${player.name.split(' ')[0]}`)).toBeVisible();
    await gameOf(portal).getByRole('button', { name: 'Buy oil' }).click();
    await payByCardInTab(portal);
    await expect(gameOf(portal).getByText('Bought')).toBeVisible();
  });

  await test.step("the studio's server got one signed delivery", async () => {
    await expect.poll(() => server.received.length).toBe(2);
    const delivery = verifyNewest(server.received, secret);
    expect(delivery).toMatchObject({
      type: 'order.paid',
      data: { game, products: [{ sku: 'oil-3', quantity: 1 }], price_minor: 199, currency: 'USD', is_test: true },
    });
    expect(JSON.stringify(delivery)).not.toContain(player.email);
  });

  await test.step('the studio sees the delivery and its response, and nothing about the account', async () => {
    const row = studio.getByRole('table', { name: 'Deliveries' }).getByRole('row').nth(1);
    await expect
      .poll(async () => {
        await studio.reload();
        await expect(row).toBeVisible();
        return row.textContent();
      })
      .toContain('Confirmed');
    await expect(row).toContainText('order.paid');
    await expect(row).toContainText('HTTP 200');
    const seen = await readAnswers(studio, async () => {
      await row.click();
      await expect(studio.getByRole('dialog')).toContainText('HTTP 200');
      await studio.goto(`${consoleUrl}/games/${game}?tab=players`);
      await expect(studio.getByRole('table', { name: 'Players' }).getByRole('row')).toHaveCount(2);
    });
    expect(seen).toContain('order.paid');
    for (const personal of [player.email, player.accountId, player.name]) expect(seen).not.toContain(personal);
  });

  await test.step('it sees nothing of other games, nor pages of other roles', async () => {
    for (const path of ['/games/gem-miner', '/games/gem-miner?tab=store', '/webhooks?Game=gem-miner']) {
      await studio.goto(consoleUrl + path);
      await expect(studio.getByText('No game has this name.').first()).toBeVisible();
    }
    for (const path of ['/orders', '/players', '/audit-log', '/settings']) {
      await studio.goto(consoleUrl + path);
      await expect(studio.getByText('There is nothing at this address')).toBeVisible();
    }
    expect(await findAccessibilityProblems(studio)).toEqual([]);
  });

  await test.step('the owner reads every step in the audit log', async () => {
    await staff.context().clearCookies();
    await signInDemoOperator(staff, consoleUrl, 'owner');
    const lena = studioPerson.name;
    expect(await readAuditLog(staff, consoleUrl, { Game: game })).toEqual([
      ['Olivia Owner', 'Create a game'],
      [lena, 'Upload a build'],
      [lena, 'Create a preview link'],
      [lena, 'Publish a build'],
      ['Adam Admin', 'Approve a request'],
      [`${lena}, approved by Adam Admin`, 'Publish a build'],
      [lena, 'Change products and prices'],
      [lena, 'Set a server address'],
      [lena, 'Send a test event'],
    ]);
    expect(await readAuditLog(staff, consoleUrl, { ObjectKind: 'studio', ObjectId: 'lantern-works' })).toEqual([
      ['Olivia Owner', 'Save a studio'],
    ]);
  });
});

const gameOf = (page: Page): FrameLocator => page.frameLocator('.player iframe');

async function openActions(page: Page, item: string, { isDisabled = false } = {}): Promise<void> {
  await page.getByRole('button', { name: 'Actions for build 1' }).click();
  const chosen = page.getByRole('menuitem', { name: item });
  if (!isDisabled) return chosen.click();
  await expect(chosen).toBeDisabled();
  await page.keyboard.press('Escape');
}

/** What was signed with the secret; throws if it was not. */
function verifyNewest(received: readonly { body: string; headers: object }[], secret: string): unknown {
  const newest = received.at(-1);
  return new Webhook(secret).verify(newest?.body ?? '', (newest?.headers ?? {}) as Record<string, string>);
}

/** Everything that the console's API told the page while it did something. */
async function readAnswers(page: Page, act: () => Promise<void>): Promise<string> {
  const answers: Promise<string>[] = [];
  const listen = (response: { url(): string; text(): Promise<string> }): void => {
    if (response.url().includes('/operator/')) answers.push(response.text());
  };
  page.on('response', listen);
  await act();
  page.off('response', listen);
  return (await Promise.all(answers)).join('\n');
}
