import { expect, test, vi } from 'vitest';
import { answerCalls, refuse } from '#portal/testing/answer-calls.ts';
import { draw, until } from '#portal/testing/draw.tsx';
import { listenToLog } from '#portal/testing/listen-to-log.ts';
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

test('a document that could not be accepted is logged, and stays to be accepted', async () => {
  answerCalls({ 'documents.accept': () => refuse(500, 'Unexpected') });
  const logged = listenToLog();
  const [close, onAccepted] = [vi.fn<() => void>(), vi.fn<() => void>()];
  const { press, button } = await draw(<DocumentsModal documents={[document]} {...{ close, onAccepted }} />);
  await press('Accept');
  await until(() => expect(logged).toEqual(['Version v1 of a document could not be accepted.']));
  await until(() => expect(button('Accept').disabled).toBe(false));
  expect(close).not.toHaveBeenCalled();
  expect(onAccepted).not.toHaveBeenCalled();
});
