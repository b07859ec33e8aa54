import { beforeEach, expect, test, vi } from 'vitest';
import type { ReportingPage, ReportingDeps } from './reporting.ts';

// The queue belongs to the page, so every test reloads the module.
beforeEach(() => vi.resetModules());

const config = { routerType: 'browser', basePath: '/games/', errorDsn: 'https://key@errors.example/42' } as const;

function fakePage() {
  const listeners = new Map<string, Parameters<ReportingPage['addEventListener']>[1]>();
  const page: ReportingPage = {
    addEventListener: (type, listener) => void listeners.set(type, listener),
    removeEventListener: (type, listener) => void (listeners.get(type) === listener && listeners.delete(type)),
  };
  const fail = (type: 'error' | 'unhandledrejection', fields: { error?: unknown; reason?: unknown }) =>
    listeners.get(type)?.(Object.assign(new Event(type), fields));
  return { page, listeners, fail };
}

function deps(page: ReportingPage, load: ReportingDeps['load']) {
  let paint = (): void => undefined;
  const painted = new Promise<void>((resolve) => {
    paint = resolve;
  });
  return { paint, deps: { page, afterFirstPaint: () => painted, load } satisfies ReportingDeps };
}

test('loads nothing and adds no listeners without a reporting address', async () => {
  const { runReporting, captureError } = await import('./reporting.ts');
  const { page, listeners } = fakePage();
  const { deps: given } = deps(page, () => Promise.reject(new Error('must not be loaded')));
  await runReporting({ routerType: 'browser', basePath: '/' }, given);
  captureError(new Error('nobody hears'));
  expect(listeners.size).toBe(0);
});

test('keeps errors before the first paint and sends them once the reporter is loaded', async () => {
  const { runReporting, captureError } = await import('./reporting.ts');
  const { page, listeners, fail } = fakePage();
  const sent: unknown[] = [];
  const loadedWith: unknown[] = [];
  const { paint, deps: given } = deps(page, async (reporter) => {
    loadedWith.push(reporter);
    return (error) => sent.push(error);
  });
  captureError('from the boundary');
  const started = runReporting(config, given);
  fail('error', { error: 'thrown' });
  fail('unhandledrejection', { reason: 'rejected' });
  expect(loadedWith).toEqual([]);
  paint();
  await started;
  expect(loadedWith).toEqual([config]);
  expect(sent).toEqual(['from the boundary', 'thrown', 'rejected']);
  captureError('later');
  expect(sent.at(-1)).toBe('later');
  expect(listeners.size).toBe(0);
});

test("continues if the reporter can't be loaded", async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const { runReporting, captureError } = await import('./reporting.ts');
  const { page, listeners } = fakePage();
  const { paint, deps: given } = deps(page, () => Promise.reject(new Error('blocked')));
  const started = runReporting(config, given);
  paint();
  await started;
  captureError('nobody hears');
  expect(listeners.size).toBe(0);
  expect(warn).toHaveBeenCalledOnce();
  warn.mockRestore();
});
