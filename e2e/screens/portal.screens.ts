import { test } from '../lab-server.ts';
import { portalScreens } from './list-screens.ts';
import { screenshotVariants, captureScreensWithData, captureModals, captureScreen } from './take-screens.ts';

for (const kind of screenshotVariants) {
  test(`portal, ${kind.language}, ${kind.size.width} px`, async ({ lab, browser }) => {
    for (const screen of portalScreens) await captureScreen(browser, lab, kind, screen);
    await captureModals(browser, lab, kind);
    await captureScreensWithData(browser, lab, kind);
  });
}
