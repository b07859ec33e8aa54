// Accessibility of the screens that appear only for players with friends, support replies or a second device.
import { chooseDrillSize } from '#server/testing/drill-size.ts';
import { findAccessibilityProblems } from './find-accessibility-problems.ts';
import { expect, test } from './lab-people.ts';
import { createScreenPlayers, screensWithData, type ScreenPlayers } from './screens/screens-with-data.ts';

let people: Omit<ScreenPlayers, 'language'>;
test.beforeAll(async ({ lab }) => {
  people = await createScreenPlayers(lab);
});

const looks = [
  [375, 'fa', 'light'],
  [1440, 'en', 'dark'],
  [375, 'de', 'dark'],
] as const;
for (const [width, language, scheme] of looks.slice(0, chooseDrillSize(1, looks.length))) {
  for (const screen of screensWithData.filter(({ isWide }) => !isWide || width > 640)) {
    test(
      `${screen.name} has no accessibility violations at ${width} pixels, ${language}, ${scheme}`,
      { tag: '@drill' },
      async ({ lab, browser }) => {
        const { token } = screen.who ? people[screen.who] : {};
        const localStorage = token === undefined ? [] : [{ name: 'AuthToken', value: token }];
        const context = await browser.newContext({
          locale: language,
          viewport: { width, height: 800 },
          storageState: { cookies: [], origins: [{ origin: lab.url, localStorage }] },
        });
        const page = await context.newPage();
        await screen.open(page, { ...people, language });
        await page.evaluate((name) => document.documentElement.setAttribute('data-scheme', name), scheme);
        // Contrast is measured wrongly during an animation. Animations outside the viewport are paused and never
        // finish.
        await page.evaluate(() => {
          const ending = document.getAnimations().filter((it) => it.effect?.getComputedTiming().endTime !== Infinity);
          for (const animation of ending) animation.finish();
        });
        const isModal = (await page.getByRole('dialog').count()) > 0;
        expect(
          await findAccessibilityProblems(page, { withoutFrames: true, ...(isModal && { within: 'dialog' }) }),
        ).toEqual([]);
        const overflow = await page.evaluate(() => {
          const { scrollWidth, clientWidth } = document.documentElement;
          return scrollWidth - clientWidth;
        });
        expect(overflow, 'it scrolls sideways').toBe(0);
        await context.close();
      },
    );
  }
}
