// Uncommon settings, tested in one lab.
import {
  fetchSignedInAccount,
  requestSignInMail,
  expect,
  findSignInLink,
  waitForMail,
  inventPerson,
  test,
} from './lab-people.ts';

test.use({
  labEnv: {
    // For hosts that cannot rewrite paths.
    ROUTER_TYPE: 'hash',
    // A proof-of-work captcha, for portals that use no third party.
    CAPTCHA: 'work',
    CAPTCHA_BITS: '16',
  },
});

test('signs in by mail and loads no third-party scripts', async ({ lab, page }) => {
  const { email } = inventPerson();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(lab.url);
  await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click();
  await requestSignInMail(page, email);
  await page.goto(findSignInLink(await waitForMail(lab, email)));
  await expect(page.getByRole('link', { name: 'My profile' })).toBeVisible();
  expect(await fetchSignedInAccount(lab, page)).toMatchObject({ Email: email, EmailValidated: true });
  expect(asked.filter((url) => url.startsWith('http://captcha.'))).toHaveLength(1);
  expect(asked.filter((url) => url.includes('/lab/vendors/captcha'))).toEqual([]);
});

test('a portal whose host cannot rewrite paths uses hash URLs', async ({ lab, page }) => {
  await page.goto(lab.url);
  await page.getByRole('link', { name: 'All games' }).first().click();
  await expect(page).toHaveURL(`${lab.url}/#/Games`);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'All games' })).toBeVisible();
  await page.goto(`${lab.url}/#/Profile`);
  await expect(page.getByRole('alert')).toHaveText('Please log in to view this page');
});
