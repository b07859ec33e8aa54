import { expect, labElsewhere, test } from './lab-server.ts';

test.use({ labEnv: labElsewhere });

test('a portal whose host cannot rewrite paths has its addresses behind a hash', async ({ lab, page }) => {
  await page.goto(lab.url);
  await page.getByRole('link', { name: 'All games' }).first().click();
  await expect(page).toHaveURL(`${lab.url}/#/Games`);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'All games' })).toBeVisible();
  await page.goto(`${lab.url}/#/Profile`);
  await expect(page.getByRole('alert')).toHaveText('Please log in to view this page');
});
