import { useEffect } from 'react';
import { expect, test } from 'vitest';
import { draw, settle, until } from '#portal/testing/draw.tsx';
import type { LegalDocument } from './document/document-body.ts';
import { useOpenModal, type OpenModal } from './modal-stack.tsx';

function Page({ onReady }: { onReady: (open: OpenModal) => void }) {
  const open = useOpenModal();
  useEffect(() => onReady(open));
  return <main />;
}

async function drawPage(place: { path?: string; state?: unknown } = {}) {
  let openModal: OpenModal | undefined;
  const drawn = await draw(<Page onReady={(open) => (openModal = open)} />, place);
  const closed: string[] = [];
  const open: (...modal: Parameters<OpenModal>) => Promise<void> = async (name, props) => {
    await settle(() => {
      void openModal?.(name, props).then(() => closed.push(name));
    });
    await until(() => expect(drawn.page.querySelector('dialog')).not.toBeNull());
  };
  return { ...drawn, open, closed, dialogs: () => drawn.page.querySelectorAll('dialog').length };
}

// As much of it as is read here.
const terms = {
  Id: 'd1',
  DocumentType: { Value: 'TOS' },
  Versions: [{ Id: 'v1', Version: '1' }],
} as unknown as LegalDocument;
const question = { title: 'Sure?', text: 'It cannot be undone.', action: 'Do it', answer: () => undefined };

test('a modal that was opened answers when it closes, and is a step in the history', async () => {
  const { open, closed, press, dialogs } = await drawPage();
  await open('copy', { text: 'x' });
  expect(window.history.state).toMatchObject({ usr: { modals: [expect.any(String)] } });
  expect(closed).toEqual([]);
  await press('Close');
  await until(() => expect(closed).toEqual(['copy']));
  expect(dialogs()).toBe(0);
});

test('the back button closes the one on top, and the one below stays', async () => {
  const { open, closed, dialogs, text } = await drawPage();
  await open('copy', { text: 'x' });
  await open('confirm', question);
  await until(() => expect(dialogs()).toBe(2));
  await settle(() => window.history.back());
  await until(() => expect(closed).toEqual(['confirm']));
  expect(dialogs()).toBe(1);
  expect(text()).not.toContain('Sure?');
});

test('one that an address asks for is shown, and closing it takes that from the address alone', async () => {
  const { page, press } = await drawPage({ path: '/games?modal=share&tab=new' });
  await until(() => expect(page.querySelector('dialog')).not.toBeNull());
  await press('Close');
  await until(() => expect(page.querySelector('dialog')).toBeNull());
  expect(window.location.pathname + window.location.search).toBe('/games?tab=new');
});

test('an address opens no modal that is not made for it', async () => {
  const { dialogs } = await drawPage({ path: '/games?modal=confirm' });
  await settle();
  expect(dialogs()).toBe(0);
});

test('after a reload nobody waits for an answer, and such a modal is not shown again', async () => {
  const first = await drawPage();
  await first.open('copy', { text: 'x' });
  const { state } = window.history as { state: unknown };
  expect(state).toMatchObject({ usr: { modals: [expect.any(String)] } });
  const again = await drawPage({ state });
  expect(again.dialogs()).toBe(0);
});

test('a modal that asks for what is required cannot be left by the back button', async () => {
  const { open, closed, dialogs } = await drawPage();
  await open('documents', { documents: [terms], required: true });
  const stepBack = new Promise((resolve) => {
    window.addEventListener('popstate', resolve, { once: true });
  });
  await settle(() => window.history.back());
  await stepBack;
  await until(() => expect(window.history.state).toMatchObject({ usr: { modals: [expect.any(String)] } }));
  expect(dialogs()).toBe(1);
  expect(closed).toEqual([]);
});
