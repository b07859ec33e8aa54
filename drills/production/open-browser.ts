import { chromium, type Browser } from '@playwright/test';
import { findHeadlessChromium } from '#scripts/testing/programs.ts';

/** A Chromium that trusts the authority with this fingerprint, besides those that it knows. */
export function openBrowser(fingerprint: string): Promise<Browser> {
  const executablePath = findHeadlessChromium();
  return chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: [
      // It is root in its namespace, or on its machine; the pages are our own.
      '--no-sandbox',
      `--ignore-certificate-errors-spki-list=${fingerprint}`,
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      // Containers give /dev/shm 64 MB only.
      '--disable-dev-shm-usage',
    ],
  });
}
