import { expect, onTestFinished, test, vi } from 'vitest';
import { backgroundApiClient } from './api.ts';

test('a page without a configuration calls a server on localhost', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    return Response.json({ Games: [] });
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  expect(window.fxidConfig).toBeUndefined();
  await backgroundApiClient.discovery.named({ Games: ['miner'] });
  expect(asked).toEqual([expect.stringMatching(/^http:\/\/localhost:8080\/api\//)]);
  expect(window.location.origin).not.toBe('http://localhost:8080');
});
