import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import i18next from 'i18next';
import { endSession, beginSession } from '#portal/session-token.ts';
import { mockApi, problemResponse } from '#portal/testing/mock-api.ts';
import { startOwnPlatform } from '#portal/testing/start-own-platform.ts';
import { copyText } from './copy-text.ts';
import { createLanguageChanger, createGamePortal } from './create-game-portal.ts';

afterEach(() => {
  endSession();
  vi.restoreAllMocks();
});

async function createPortal(clipboard?: { copy: (text: string) => Promise<boolean> }) {
  const own = await startOwnPlatform(() => false);
  return createGamePortal(
    {
      game: 'miner',
      played: { ...own, platform: { ...own.platform, ...(clipboard && { clipboard }) } },
      readInfo: () => Promise.reject(new Error('nobody asks')),
      readHash: () => '',
      writeHash: () => undefined,
      readConfig: () => ({}),
      tell: () => undefined,
      setPlaying: () => undefined,
    },
    async () => undefined,
  );
}

function allowCopying(writeText: (text: string) => Promise<void>): void {
  const before = Object.getOwnPropertyDescriptor(navigator, 'clipboard');
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
  onTestFinished(() => {
    if (before) Object.defineProperty(navigator, 'clipboard', before);
    else Reflect.deleteProperty(navigator, 'clipboard');
  });
}

test('a text is copied by the platform if it can, else by the browser, which may deny it', async () => {
  const copied: string[] = [];
  allowCopying(async (text) => void copied.push(`browser: ${text}`));
  const onPlatform = await createPortal({ copy: async (text) => copied.push(`platform: ${text}`) > 0 });
  expect(await onPlatform.copy('a')).toBe(true);
  expect(await (await createPortal()).copy('b')).toBe(true);
  expect(copied).toEqual(['platform: a', 'browser: b']);
  allowCopying(() => Promise.reject(new Error('not allowed')));
  expect(await copyText('c')).toBe(false);
});

test("if the platform denies copying, the text isn't copied", async () => {
  allowCopying(() => Promise.reject(new Error('must not be asked')));
  const denied = await createPortal({ copy: async () => false });
  expect(await denied.copy('a')).toBe(false);
});

test('an unsupported language becomes a supported one, and is saved for a player', async () => {
  await i18next.init({ lng: 'en', resources: {} });
  const calls = mockApi({ 'profile.update': problemResponse(500, 'Unexpected') });
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const change = createLanguageChanger();
  expect(await change('xx')).toBe('en');
  expect(calls).toEqual([]);
  beginSession('t1');
  expect(await change('de')).toBe('de');
  expect(calls).toMatchObject([{ name: 'profile.update', body: { Language: 'de' } }]);
});

test('language changes by a game are rate limited', async () => {
  await i18next.init({ lng: 'en', resources: {} });
  vi.spyOn(performance, 'now').mockReturnValue(0);
  const change = createLanguageChanger();
  for (let times = 0; times < 10; times += 1) await change(times % 2 === 0 ? 'de' : 'en');
  await expect(change('fr')).rejects.toMatchObject({ code: 'TooManyRequests' });
});
