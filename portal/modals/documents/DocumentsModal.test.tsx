import { waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { useOpenModal } from '#portal/shell/open-modal.ts';
import { runtimeConfig } from '#portal/runtime-config.ts';
import { beginSession, endSession } from '#portal/session-token.ts';
import { mockApi, problemResponse } from '#portal/testing/mock-api.ts';
import { renderInPortal } from '#portal/testing/render.tsx';
import { recordLogMessages } from '#portal/testing/record-log-messages.ts';
import { requestDocumentConsent } from './request-document-consent.ts';
import { subscribeToDocumentsAccepted } from './acceptance.ts';
import { DocumentsModal } from './DocumentsModal.tsx';

const document = {
  Id: 'd1',
  DocumentType: { Value: 'TOS' as const, NeedUserAcceptance: true },
  CreatedAt: '2026-01-01T00:00:00Z',
  IsActive: true,
  Versions: [
    {
      Id: 'v1',
      DocumentId: 'd1',
      CreatedAt: '2026-01-01T00:00:00Z',
      Content: { Value: 'Be kind.', ContentType: 'Markdown' as const },
      Accepts: [],
    },
  ],
};

test('a document that could not be accepted is logged and stays open', async () => {
  mockApi({ 'documents.accept': () => problemResponse(500, 'Unexpected') });
  const logged = recordLogMessages();
  const [close, onAccepted] = [vi.fn<() => void>(), vi.fn<() => void>()];
  const { press, button } = await renderInPortal(<DocumentsModal documents={[document]} {...{ close, onAccepted }} />);
  await press('Accept');
  await waitFor(() => expect(logged).toEqual(['Version v1 of a document could not be accepted.']));
  await waitFor(() => expect(button('Accept').disabled).toBe(false));
  expect(close).not.toHaveBeenCalled();
  expect(onAccepted).not.toHaveBeenCalled();
});

const version = (Id: string, day: string, Value: string, isAccepted = false) => ({
  Id,
  DocumentId: 'd1',
  CreatedAt: `2026-01-${day}T00:00:00Z`,
  Content: { Value, ContentType: 'Markdown' as const },
  Accepts: isAccepted ? [{ AccountId: 'a', AcceptedAt: '2026-01-02T00:00:00Z' }] : [],
});

test('a player who accepted an earlier version sees the changes, or the full text', async () => {
  const Versions = [
    version('v2', '05', '# Rules\n\nBe kind and fair to others.'),
    version('v1', '01', '# Rules\n\nBe kind to others.', true),
  ];
  const { container, press, text } = await renderInPortal(
    <DocumentsModal documents={[{ ...document, Versions }]} close={() => {}} />,
  );
  expect(text()).toContain('You accepted the version from January 1, 2026.');
  expect(container.querySelector('ins')?.textContent).toBe('and fair ');
  expect(container.querySelector('del')).toBeNull();
  expect(container.querySelector('.heading')?.textContent).toBe('Rules');
  await press('Full text');
  await waitFor(() => expect(text()).toContain('Be kind and fair to others.'));
  expect(container.querySelector('ins')).toBeNull();
});

test('hostile texts of either version are escaped', async () => {
  const Versions = [
    version('v2', '05', '<img src=x onerror=alert(1)> [x](javascript:alert(1)) old'),
    version('v1', '01', '<script>alert(1)</script> [x](javascript:alert(1)) old', true),
  ];
  const { container, press } = await renderInPortal(
    <DocumentsModal documents={[{ ...document, Versions }]} close={() => {}} />,
  );
  const expectText = () => expect(container.querySelector('script, img, .text a[href^="javascript"]')).toBeNull();
  expectText();
  await press('Full text');
  await waitFor(() => expect(container.querySelector('.text p')?.textContent).toContain('old'));
  expectText();
});

const open = (asked: Parameters<typeof requestDocumentConsent>[1], answer: (isAccepted: boolean) => void) => {
  const Asker = () => {
    const openModal = useOpenModal();
    return <button onClick={() => void requestDocumentConsent(openModal, asked).then(answer)}>{'ask'}</button>;
  };
  return renderInPortal(<Asker />);
};

test('the player accepts all documents or declines; without documents there is no prompt', async () => {
  beginSession('fxs_token');
  onTestFinished(() => endSession());
  const documents = [document, { ...document, Id: 'd2', Versions: [version('v9', '01', 'No secrets.')] }];
  let left = documents;
  const calls = mockApi({
    'documents.listLatestUnaccepted': () => ({ Documents: left }),
    'documents.accept': ({ body }) => {
      left = left.filter(({ Id }) => Id !== body['DocumentId']);
      return { Acceptance: {} };
    },
  });
  const answer = vi.fn<(isAccepted: boolean) => void>();
  const heard = vi.fn<() => void>();
  onTestFinished(subscribeToDocumentsAccepted(heard));
  const { press, container } = await open({ game: 'miner', decline: 'Rather not' }, answer);
  await press('ask');
  await waitFor(() => expect(container.querySelector('dialog')).not.toBeNull());
  await press('Accept');
  await press('Rather not');
  await waitFor(() => expect(answer).toHaveBeenLastCalledWith(false));
  expect(heard).not.toHaveBeenCalled();
  await press('ask');
  await waitFor(() => expect(container.querySelector('dialog')?.textContent).toContain('No secrets.'));
  await press('Accept');
  await waitFor(() => expect(answer).toHaveBeenLastCalledWith(true));
  expect(heard).toHaveBeenCalledOnce();
  await press('ask');
  await waitFor(() => expect(answer).toHaveBeenCalledTimes(3));
  expect(container.querySelector('dialog')).toBeNull();
  expect(calls.filter(({ name }) => name === 'documents.listLatestUnaccepted').map(({ body }) => body)).toEqual(
    Array.from({ length: 3 }, () => ({ GameSystemName: 'miner' })),
  );
});

test('without required documents there is no request', async () => {
  beginSession('fxs_token');
  onTestFinished(() => endSession());
  Object.assign(runtimeConfig, { documents: [{ type: 'TOS', isRequired: false }] });
  const calls = mockApi({});
  const answer = vi.fn<(isAccepted: boolean) => void>();
  const { press } = await open({ decline: 'Rather not' }, answer);
  await press('ask');
  await waitFor(() => expect(answer).toHaveBeenCalledWith(true));
  expect(calls).toEqual([]);
});
