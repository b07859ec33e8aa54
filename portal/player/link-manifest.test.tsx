import { expect, test } from 'vitest';
import { linkManifest } from './link-manifest.ts';

test('while a game is played the page installs as that game, and afterwards as the portal', () => {
  const link = document.createElement('link');
  Object.assign(link, { rel: 'manifest', href: '/manifest.webmanifest' });
  document.head.append(link);
  const linked = (): string => document.querySelector<HTMLLinkElement>('link[rel="manifest"]')?.href ?? '';
  const before = linked();
  const end = linkManifest('gem-miner');
  expect(new URL(linked()).pathname).toBe('/api/v1/manifest/gem-miner');
  end();
  expect(linked()).toBe(before);
});
