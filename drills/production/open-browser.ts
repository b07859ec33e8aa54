import { chromium, type Browser } from '@playwright/test';
import { findHeadlessChromium } from '#scripts/testing/programs.ts';

/** A Chromium that also trusts the certificate authority with this fingerprint. */
export function openBrowser(fingerprint: string): Promise<Browser> {
  const executablePath = findHeadlessChromium();
  return chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: [
      // It runs as root, in its namespace or on the machine, and opens our own pages only.
      '--no-sandbox',
      `--ignore-certificate-errors-spki-list=${fingerprint}`,
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      '--disable-dev-shm-usage',
    ],
  });
}
