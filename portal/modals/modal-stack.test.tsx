import { waitFor } from '@testing-library/react';
import { useEffect } from 'react';
import { expect, test, vi } from 'vitest';
import { renderInPortal, flushEffects } from '#portal/testing/render.tsx';
import type { LegalDocument } from '#portal/documents/document-body.ts';
import { useOpenModal, type OpenModal } from '#portal/shell/open-modal.ts';

function Page({ onReady }: { onReady: (open: OpenModal) => void }) {
  const open = useOpenModal();
  useEffect(() => onReady(open));
  return <main />;
}

async function renderPage(place: { path?: string; state?: unknown } = {}) {
  let openModal: OpenModal | undefined;
  const view = await renderInPortal(<Page onReady={(open) => (openModal = open)} />, place);
  const closed: string[] = [];
  const open: (...modal: Parameters<OpenModal>) => Promise<void> = async (name, props) => {
    await flushEffects(() => {
      void openModal?.(name, props).then(() => closed.push(name));
    });
    await waitFor(() => expect(view.container.querySelector('dialog')).not.toBeNull());
  };
  return { ...view, open, closed, dialogs: () => view.container.querySelectorAll('dialog').length };
}

// Only the fields read here.
const terms = {
  Id: 'd1',
  DocumentType: { Value: 'TOS' },
  Versions: [{ Id: 'v1', Version: '1' }],
} as unknown as LegalDocument;
const question = { title: 'Sure?', text: 'It cannot be undone.', action: 'Do it', answer: () => undefined };

test('openModal resolves when the modal closes, and adds a history entry', async () => {
  const { open, closed, press, dialogs } = await renderPage();
  await open('copy', { text: 'x' });
  expect(window.history.state).toMatchObject({ usr: { modals: [expect.any(String)] } });
  expect(closed).toEqual([]);
  await press('Close');
  await waitFor(() => expect(closed).toEqual(['copy']));
  expect(dialogs()).toBe(0);
});

test('the back button closes only the top modal', async () => {
  const { open, closed, dialogs, text } = await renderPage();
  await open('copy', { text: 'x' });
  await open('confirm', question);
  await waitFor(() => expect(dialogs()).toBe(2));
  await flushEffects(() => window.history.back());
  await waitFor(() => expect(closed).toEqual(['confirm']));
  expect(dialogs()).toBe(1);
  expect(text()).not.toContain('Sure?');
});

test('closing a modal closes those above it', async () => {
  const { open, closed, dialogs, container } = await renderPage();
  await open('copy', { text: 'x' });
  await open('confirm', question);
  await waitFor(() => expect(dialogs()).toBe(2));
  await flushEffects(() => container.querySelector<HTMLButtonElement>('dialog [aria-label="Close"]')?.click());
  await waitFor(() => expect(closed.toSorted()).toEqual(['confirm', 'copy']));
  expect(dialogs()).toBe(0);
});

test('a modal closes without navigating back if a frame has added history entries', async () => {
  const { open, closed, press, dialogs } = await renderPage();
  await open('copy', { text: 'x' });
  // A game added a history entry without the router.
  window.history.pushState(window.history.state, '');
  const { length } = window.history;
  const back = vi.spyOn(window.history, 'go');
  await press('Close');
  await waitFor(() => expect(closed).toEqual(['copy']));
  expect(dialogs()).toBe(0);
  expect(back).not.toHaveBeenCalled();
  expect(window.history.length).toBe(length);
  back.mockRestore();
});

test('a modal closes without navigating back if the history is full', async () => {
  const length = vi.spyOn(History.prototype, 'length', 'get').mockReturnValue(50);
  const { open, closed, press } = await renderPage();
  await open('copy', { text: 'x' });
  const back = vi.spyOn(window.history, 'go');
  await press('Close');
  await waitFor(() => expect(closed).toEqual(['copy']));
  expect(back).not.toHaveBeenCalled();
  back.mockRestore();
  length.mockRestore();
});

test('a URL can open a modal, and closing removes only its parameter', async () => {
  const { container, press } = await renderPage({ path: '/games?modal=share&tab=new' });
  await waitFor(() => expect(container.querySelector('dialog')).not.toBeNull());
  await press('Close');
  await waitFor(() => expect(container.querySelector('dialog')).toBeNull());
  expect(window.location.pathname + window.location.search).toBe('/games?tab=new');
});

test('a URL opens only addressable modals', async () => {
  const { dialogs } = await renderPage({ path: '/games?modal=confirm' });
  await flushEffects();
  expect(dialogs()).toBe(0);
});

test('after a reload a modal with a caller is not shown again', async () => {
  const first = await renderPage();
  await first.open('copy', { text: 'x' });
  const { state } = window.history as { state: unknown };
  expect(state).toMatchObject({ usr: { modals: [expect.any(String)] } });
  const again = await renderPage({ state });
  expect(again.dialogs()).toBe(0);
});

test('a required modal can’t be closed by the back button', async () => {
  const { open, closed, dialogs } = await renderPage();
  await open('documents', { documents: [terms], required: true });
  const stepBack = new Promise((resolve) => {
    window.addEventListener('popstate', resolve, { once: true });
  });
  await flushEffects(() => window.history.back());
  await stepBack;
  await waitFor(() => expect(window.history.state).toMatchObject({ usr: { modals: [expect.any(String)] } }));
  expect(dialogs()).toBe(1);
  expect(closed).toEqual([]);
});
