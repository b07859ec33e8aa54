// Fixtures of the smoke tests: all tests share one browser, and each test gets a new visitor in its only window.
import { test as base } from '@playwright/test';
import type { Driver } from './driver.ts';
import { openFirefox } from './open-firefox.ts';
import { openWebkit } from './open-webkit.ts';
import { readSmokeLab, type SmokeLab } from './smoke-lab.ts';
import { createVisitor, type Visitor } from './visitor.ts';

export interface SmokeOptions {
  /** The path of Firefox, or of WebKit's driver. */
  readonly program: string;
  readonly isWebkit: boolean;
}

export const test = base.extend<{ visitor: Visitor }, SmokeOptions & { lab: SmokeLab; driver: Driver }>({
  program: ['', { option: true, scope: 'worker' }],
  isWebkit: [false, { option: true, scope: 'worker' }],
  lab: [async ({}, use) => use(readSmokeLab()), { scope: 'worker' }],
  driver: [
    async ({ program, isWebkit }, use) => {
      await using driver = await (isWebkit ? openWebkit(program) : openFirefox(program));
      await use(driver);
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  visitor: async ({ driver, lab }, use) => {
    const [window = ''] = await driver.windows();
    const visitor = createVisitor(driver, { window, frames: [] });
    // A page on the portal's origin without scripts.
    await visitor.goTo(`${lab.url}/SignInStart`);
    await visitor.asks(() => localStorage.clear());
    await use(visitor);
  },
});

export { expect } from '@playwright/test';
