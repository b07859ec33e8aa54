import { waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { AvailableBuild } from '#model/installable-build.ts';
import { mockApi, problemResponse } from '#portal/testing/mock-api.ts';
import { flushEffects, renderInPortal } from '#portal/testing/render.tsx';
import { Downloads } from './Downloads.tsx';
import { findOperatingSystem } from './find-operating-system.ts';

const SessionId = '0196f0a0-0000-7000-8000-000000000001';
const build = (given: Partial<AvailableBuild>): AvailableBuild => ({
  Branch: 'stable',
  BuildNumber: 7,
  Description: '',
  CreatedAt: '2026-01-02T00:00:00.000Z',
  Bytes: 120_000_000,
  IsInstaller: true,
  ...given,
});
const Builds = [
  build({ Os: 'macOS' }),
  build({ Os: 'Windows', Description: 'Rain' }),
  build({ Os: 'Linux', IsInstaller: false }),
];

function onWindows(): void {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Windows NT 10.0; Win64; x64)');
  onTestFinished(() => void vi.restoreAllMocks());
}

/** Renders until the condition holds; a test with a stopped clock moves it. */
async function until(isTrue: () => boolean): Promise<void> {
  for (let times = 0; times < 100 && !isTrue(); times += 1)
    await flushEffects(() => void (vi.isFakeTimers() && vi.advanceTimersByTime(100)));
  expect(isTrue()).toBe(true);
}

const open = async (replies: Parameters<typeof mockApi>[0]) => {
  const calls = mockApi(replies);
  const view = await renderInPortal(<Downloads game="miner" defaultBranch="stable" />);
  await until(() => view.container.querySelector('.placeholder') === null);
  return { ...view, calls };
};

test('the build for this computer comes first, and a build for the launcher has no button', async () => {
  onWindows();
  const { container, text } = await open({ 'launcher.availableBranches': { Branches: ['stable'], Builds } });
  const names = [...container.querySelectorAll('.name')].map(({ textContent }) => textContent);
  expect(names).toEqual(['Windows', 'macOS', 'Linux']);
  expect(text()).toContain('Version 7 · 120 MB');
  expect(text()).toContain('Rain');
  expect(container.querySelectorAll('button')).toHaveLength(2);
  expect(text()).toContain('Install it with the launcher');
});

test('a branch other than the default one is named', async () => {
  const both = [build({ Os: 'Windows' }), build({ Branch: 'beta', BuildNumber: 8 })];
  const { container } = await open({ 'launcher.availableBranches': { Branches: ['stable', 'beta'], Builds: both } });
  const labels = [...container.querySelectorAll('button')].map((each) => each.getAttribute('aria-label') ?? '');
  expect(labels.toSorted()).toEqual(['Download: All systems, beta', 'Download: Windows']);
});

test('a download shows its progress until the portal has sent everything', async () => {
  const states = [
    { State: 'Started', Bytes: 1000, SentBytes: 0 },
    { State: 'Started', Bytes: 1000, SentBytes: 400 },
    { State: 'Completed', Bytes: 1000, SentBytes: 1000 },
  ];
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  let asked = 0;
  const view = await open({
    'launcher.availableBranches': { Branches: ['stable'], Builds: [build({ Os: 'Windows' })] },
    'launcher.requestDownload': { SessionId },
    'launcher.download': () => ({ Url: 'https://cdn.example/#x', BuildId: SessionId, ...states[Math.min(asked++, 2)] }),
  });
  await view.press('Download: Windows');
  await until(() => view.container.querySelector('progress')?.value === 400);
  expect(view.text()).toContain('400 bytes of 1 kB');
  expect(view.calls.find(({ name }) => name === 'launcher.requestDownload')?.body).toEqual({
    Branch: 'stable',
    Os: 'Windows',
    Installer: true,
  });
  await until(() => view.text().includes('Download complete'));
});

test('a file at another address starts without a bar', async () => {
  const view = await open({
    'launcher.availableBranches': { Branches: ['stable'], Builds: [build({ Os: 'Windows' })] },
    'launcher.requestDownload': { SessionId },
    'launcher.download': { Url: 'https://cdn.example/#x', BuildId: SessionId, State: 'Started' },
  });
  await view.press('Download: Windows');
  await waitFor(() => expect(view.text()).toContain('The download has started'));
  expect(view.container.querySelector('progress')).toBeNull();
});

test("it shows when there are no downloads, when loading fails, and when a download doesn't start", async () => {
  const empty = await open({ 'launcher.availableBranches': { Branches: [], Builds: [] } });
  expect(empty.text()).toContain("There's nothing to download yet.");
  expect(empty.text()).toContain('Have a key?');
  let isDown = true;
  const failed = await open({
    'launcher.availableBranches': () =>
      isDown ? problemResponse(404, 'UnknownGame') : { Branches: ['stable'], Builds: [build({ Os: 'Windows' })] },
    'launcher.requestDownload': () => problemResponse(404, 'NotFound'),
  });
  await waitFor(() => expect(failed.text()).toContain("Couldn't load the downloads."));
  isDown = false;
  await failed.press('Try again');
  await waitFor(() => expect(failed.text()).toContain('Windows'));
  await failed.press('Download: Windows');
  await waitFor(() => expect(failed.text()).toContain("Couldn't start the download."));
});

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/150', 'Windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605', 'macOS'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140', 'Linux'],
  ['Mozilla/5.0 (Linux; Android 15) Chrome/150 Mobile', undefined],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)', undefined],
])('%s', (userAgent, os) => {
  expect(findOperatingSystem({ userAgent })).toBe(os);
});
