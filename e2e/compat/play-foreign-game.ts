// What the tests of all foreign SDKs share: playing a game that writes what happens into the list `#log`.
import { expect, type Frame, type FrameLocator, type Page } from '@playwright/test';

/** Opens the game on the portal, or in the lab on a platform, and returns its first notes. */
export async function playForeignGame(page: Page, address: string, count: number): Promise<string[]> {
  await page.goto(address);
  const isInLab = new URL(address).pathname.startsWith('/lab/');
  const allow = page.getByRole('dialog').getByRole('button', { name: 'Allow', exact: true });
  await page.addLocatorHandler(allow, () => allow.click());
  const around: Page | FrameLocator = isInLab ? page.frameLocator('.screen iframe') : page;
  const notes = around.frameLocator('.player iframe').locator('#log li');
  await expect(notes).toHaveCount(count);
  return (await notes.allTextContents()).map((text) => text);
}

/** Records requests to the vendor that were not blocked in the page. */
export function watchVendor(page: Page, hosts: readonly string[]): { readonly answered: string[] } {
  const answered: string[] = [];
  page.on('request', (request) => {
    const { hostname } = new URL(request.url());
    const isVendor = hosts.some((host) => `.${hostname}`.endsWith(`.${host}`));
    if (isVendor && request.failure() === null) answered.push(request.url());
  });
  page.on('requestfailed', (request) => {
    // The policy of the game's host stopped it before it was sent.
    const at = request.failure()?.errorText === 'csp' ? answered.indexOf(request.url()) : -1;
    if (at >= 0) answered.splice(at, 1);
  });
  return { answered };
}

/** The frame of the game's page. Undefined while it loads: a new frame has no address. */
export const findGameFrame = (page: Page, game: string): Frame | undefined =>
  page.frames().find((frame) => URL.parse(frame.url())?.hostname.startsWith(game));
