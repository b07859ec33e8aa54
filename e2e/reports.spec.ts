// A player reports another on a leaderboard, a moderator hides the scores, and the player is gone from it.
import { consoleUrlOf, signInDemoOperator } from './console-people.ts';
import { findAccessibilityProblems } from './find-accessibility-problems.ts';
import { createApiClient, expect, inventPerson, registerPlayer, test } from './lab-people.ts';

test('a reported score is hidden by a moderator, and the audit log has it', async ({ lab, anotherBrowser }) => {
  const cheater = await registerPlayer(lab, inventPerson('Tudor Vrabie'));
  const player = await registerPlayer(lab, inventPerson('Kofi Mensah'));
  const [ofCheater, ofPlayer] = [createApiClient(lab, cheater.token), createApiClient(lab, player.token)];
  const { Url } = await ofCheater.friends.createLink({});
  await ofPlayer.friends.acceptLink({ Token: /fxi_[\w-]+/.exec(Url)?.[0] ?? '' });
  await ofCheater.leaderboards.submit({ Game: 'gem-miner', Leaderboard: 'depth', Score: 87 });

  const page = await anotherBrowser(player.token);
  await page.goto(`${lab.url}/Games/gem-miner?lang=en`);
  const board = page.getByRole('region', { name: 'Leaderboards' });
  await board.getByRole('button', { name: 'Friends' }).click();
  await board.getByRole('button', { name: 'Report Tudor Vrabie' }).click();
  const dialog = page.getByRole('dialog', { name: 'Report Tudor Vrabie' });
  expect(await findAccessibilityProblems(page, { within: 'dialog' })).toEqual([]);
  await dialog.getByRole('radio', { name: 'Cheating' }).check();
  await dialog.getByRole('textbox', { name: 'Anything else?' }).fill('He says that he edits the score');
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect(dialog.getByRole('status')).toHaveText('Thank you. Our moderators will look at it.');
  await dialog.getByText('Close', { exact: true }).click();

  const moderator = await anotherBrowser();
  await signInDemoOperator(moderator, consoleUrlOf(lab), 'owner');
  await moderator.goto(`${consoleUrlOf(lab)}/moderation?tab=reports`);
  await expect(moderator.getByText('“He says that he edits the score”')).toBeVisible();
  expect(await findAccessibilityProblems(moderator)).toEqual([]);
  await moderator.getByRole('button', { name: 'Actions: Tudor Vrabie' }).click();
  await moderator.getByRole('menuitem', { name: 'Hide scores: depth' }).click();
  const confirm = moderator.getByRole('dialog');
  await confirm.getByRole('textbox', { name: 'Reason' }).fill('Admitted it');
  await confirm.getByRole('button', { name: 'Hide', exact: true }).click();
  await expect(moderator.getByText('He says that he edits the score')).toHaveCount(0);

  await page.reload();
  await board.getByRole('button', { name: 'Friends' }).click();
  await expect(board.getByText('No scores yet')).toBeVisible();
  await expect(board).not.toContainText('Tudor Vrabie');

  await moderator.goto(`${consoleUrlOf(lab)}/audit-log?Action=leaderboards.changeEntries`);
  await expect(moderator.getByRole('row', { name: /Change leaderboard entries/ }).first()).toBeVisible();
  await expect(moderator.getByText('Admitted it').first()).toBeVisible();
});
