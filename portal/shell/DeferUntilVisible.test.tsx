import { act, type ReactNode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { PageEnvironmentContext } from '#portal/page-environment.ts';
import { runtimeConfig } from '#portal/runtime-config.ts';
import { DeferUntilVisible } from './DeferUntilVisible.tsx';

/** The part is far below the viewport, until a test calls this. */
let comeNear: () => void;
class FarObserver {
  constructor(tell: (seen: { isIntersecting: boolean }[]) => void) {
    comeNear = () => tell([{ isIntersecting: true }]);
  }
  observe(): void {}
  disconnect(): void {}
}
beforeEach(() => void vi.stubGlobal('IntersectionObserver', FarObserver));

/** Hydrates a server-rendered page. */
async function hydrate(rendered: string, first: ReactNode) {
  let isRunning = true;
  const page = { config: runtimeConfig, origin: window.location.origin };
  const within = (content: ReactNode): ReactNode => (
    <PageEnvironmentContext value={{ ...page, hydration: { isRunning: () => isRunning, end: () => undefined } }}>
      {content}
    </PageEnvironmentContext>
  );
  const place = document.body.appendChild(document.createElement('div'));
  place.append(document.createComment('$'), document.createElement('div'), document.createComment('/$'));
  const part = place.querySelector('div');
  part?.append(rendered);
  const root = await act(async () => hydrateRoot(place, within(first)));
  isRunning = false;
  onTestFinished(async () => {
    await act(async () => root.unmount());
    place.remove();
  });
  return { place, part, show: (next: ReactNode) => act(async () => root.render(within(next))) };
}

const shelves = (content: string): ReactNode => (
  <DeferUntilVisible content={content}>{`rendered here for ${content}`}</DeferUntilVisible>
);

test('server-rendered content stays as it is', async () => {
  const { place, part, show } = await hydrate('rendered by the server', shelves('en 0'));
  await show(shelves('en 0'));
  expect(place.textContent).toBe('rendered by the server');
  expect(place.querySelector('div')).toBe(part);
});

test('it is rendered again when it is close to the viewport', async () => {
  const { place } = await hydrate('rendered by the server', shelves('en 0'));
  await act(async () => comeNear());
  expect(place.textContent).toBe('rendered here for en 0');
});

test('changed content is rendered, also when it changes back: a sign-in and sign-out, or a change of language', async () => {
  const { place, show } = await hydrate('rendered by the server', shelves('en 0'));
  await show(shelves('en 1'));
  expect(place.textContent).toBe('rendered here for en 1');
  await show(shelves('en 0'));
  expect(place.textContent).toBe('rendered here for en 0');
});
