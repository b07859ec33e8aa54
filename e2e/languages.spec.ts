import { locales } from '#model/locale.ts';
import { expect, test } from './lab-server.ts';

const paths = [
  '/',
  '/Games',
  '/Games/gem-miner',
  '/Games/paper-fleet',
  '/Error?inviteErrorCode=3',
  '/play/gem-miner',
  '/Store/gem-miner',
];

for (const locale of locales) {
  test(`every word fits a window 320 pixels wide in ${locale}`, async ({ lab, page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.addInitScript((token) => localStorage.setItem('AuthToken', token), lab.tokens['Guest 17'] ?? '');
    for (const path of [...paths, '/Profile']) {
      await page.goto(`${lab.url}${path}${path.includes('?') ? '&' : '?'}lang=${locale}`);
      await expect(page.locator('html')).toHaveAttribute('lang', locale);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      const cut = await page.evaluate(() => {
        const isCut = (element: Element): boolean =>
          element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0;
        const texts = [...document.querySelectorAll('h1, h2, h3, p, a, button, label, .badge, .notice')];
        const visible = texts.filter(
          (element) => !element.closest('.unseen, [popover]') && getComputedStyle(element).display !== 'inline',
        );
        return [document.documentElement, ...visible]
          .filter(isCut)
          .map((element) => `${element.tagName} ${element.className}: ${element.textContent?.slice(0, 80)}`);
      });
      expect(cut, `${path} in ${locale}`).toEqual([]);
    }
  });
}
