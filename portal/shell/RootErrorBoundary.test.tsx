import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { watchMissingFiles } from '#portal/missing-file.ts';
import { renderInPortal } from '#portal/testing/render.tsx';
import { RootErrorBoundary } from './RootErrorBoundary.tsx';

afterEach(() => vi.restoreAllMocks());

function Broken(): never {
  throw new Error('a screen that cannot be rendered');
}

test('a screen that works is shown as it is', async () => {
  const { text } = await renderInPortal(<RootErrorBoundary>{'Games'}</RootErrorBoundary>);
  expect(text()).toBe('Games');
});

test('an error in a screen shows an error page with a way out', async () => {
  // React logs thrown errors to the console.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { container, button } = await renderInPortal(
    <RootErrorBoundary>
      <Broken />
    </RootErrorBoundary>,
  );
  expect(container.querySelector('[role="alert"]')?.textContent).toContain('An error has occurred');
  expect(button('Reload').disabled).toBe(false);
});

test('a missing script file reloads the page without an error message', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  watchMissingFiles();
  const missing = new Error('Failed to fetch dynamically imported module');
  window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: missing }));
  let reloads = 0;
  window.fxidReloadOnce = () => (reloads += 1) === 1;
  onTestFinished(() => void delete window.fxidReloadOnce);
  const NotLoaded = (): never => {
    throw missing;
  };
  const screen = (
    <RootErrorBoundary>
      <NotLoaded />
    </RootErrorBoundary>
  );
  expect((await renderInPortal(screen)).text()).toBe('');
  expect(reloads).toBe(1);
  // After the reload the chunk is still missing.
  expect((await renderInPortal(screen)).text()).toContain('An error has occurred');
});
