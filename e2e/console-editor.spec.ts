// An editor publishes new Terms that players must accept: a signed-in player is asked, and the audit log has it.
import type { Page } from '@playwright/test';
import { readAuditLog } from './console-people.ts';
import { findAccessibilityProblems } from './find-accessibility-problems.ts';
import { acceptDocuments, expect, registerPlayer, test, type Player } from './lab-people.ts';
import { separateLabSettings, type LabServer } from './lab-server.ts';

const findConsole = (lab: LabServer): string => `http://console.localhost:${new URL(lab.url).port}`;

// Its new terms would stop the players of other tests.
test.use({ labEnv: separateLabSettings });

/** In the lab, demo operators sign in with a click. */
async function signIn(page: Page, lab: LabServer, role: string): Promise<void> {
  await page.goto(findConsole(lab));
  await page.getByRole('button', { name: role, exact: true }).click();
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeAttached();
}

async function openGame(page: Page, lab: LabServer): Promise<void> {
  await page.goto(`${lab.url}/play/gem-miner?lang=en`);
}

test('an editor publishes terms that players must accept', async ({ page: console, lab, anotherBrowser }) => {
  const player: Player = await registerPlayer(lab);
  await acceptDocuments(lab, player.token, 'gem-miner');

  await signIn(console, lab, 'Editor');
  await console.goto(`${findConsole(lab)}/documents/tos?game=gem-miner`);
  const text = console.getByRole('textbox', { name: 'English' });
  await text.fill('# Terms of Gem Miner\n\nDig with care.');
  await console.getByRole('checkbox', { name: 'Players must accept it' }).check();
  await console.getByRole('textbox', { name: 'What it is for' }).fill('Safety rules');
  expect(await findAccessibilityProblems(console, { within: 'main' })).toEqual([]);
  await console.getByRole('button', { name: 'Save the draft' }).click();

  const heading = console.getByRole('heading', { level: 1, name: 'games/gem-miner/documents/tos' });
  await expect(heading).toBeVisible();
  await expect(console.getByText('Dig with care.').first()).toBeVisible();
  await console.getByRole('button', { name: 'Apply', exact: true }).click();
  const dialog = console.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Miners were hurt');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(console.getByRole('button', { name: 'Revert' })).toBeVisible();

  const page = await anotherBrowser(player.token);
  await openGame(page, lab);
  const terms = page.getByRole('dialog', { name: 'Please read and accept following document' });
  await expect(terms).toContainText('Dig with care.');
  await terms.getByRole('button', { name: 'Accept' }).click();
  await expect(terms).toBeHidden();

  await console.goto(`${findConsole(lab)}/documents/tos?game=gem-miner`);
  const versions = console.getByRole('table', { name: 'Versions' });
  await expect(versions.getByRole('row').nth(1)).toContainText('1');

  const owner = await anotherBrowser();
  await signIn(owner, lab, 'Owner');
  await owner.goto(`${findConsole(lab)}/audit-log?Action=operatorDrafts.apply&ObjectKind=document`);
  const entry = owner.getByRole('table', { name: 'Audit log' }).getByRole('row').nth(1);
  await expect(entry).toContainText('games/gem-miner/documents/tos');
  await expect(entry).toContainText('Emil Editor');
  await expect(entry).toContainText('Miners were hurt');
  const drafts = await readAuditLog(owner, findConsole(lab), { Actor: 'Emil Editor', ObjectKind: 'draft' });
  expect(drafts).toContainEqual(['Emil Editor', 'Save a draft of a document']);
});
