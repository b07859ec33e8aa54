import { expect, test } from 'vitest';
import { createAppSecret } from './authenticator-app.ts';

test("the portal's name stands in the URL, cut to a length that a QR code holds", () => {
  const label = `${'x'.repeat(240)}@staff.example`;
  expect(createAppSecret({ issuer: 'Play: games', label }).url).toContain('issuer=Play%20%20games');
  const { url } = createAppSecret({ issuer: '🎮'.repeat(200), label });
  expect(decodeURIComponent(url)).toContain('🎮'.repeat(30));
  expect(url.length).toBeLessThan(2000);
});
