import { test } from '../lab-server.ts';
import { portalScreens } from './list-screens.ts';
import { kinds, takeLivedIn, takeModals, takeScreen } from './take-screens.ts';

for (const kind of kinds) {
  test(`portal, ${kind.language}, ${kind.size.width} px`, async ({ lab, browser }) => {
    for (const screen of portalScreens) await takeScreen(browser, lab, kind, screen);
    await takeModals(browser, lab, kind);
    await takeLivedIn(browser, lab, kind);
  });
}
