import { Button, Group, SegmentedControl, Stack, Textarea } from '@mantine/core';
import type { RefObject, SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#console/api.ts';
import { useAction } from '#console/ui/use-action.ts';

export type DraftKind = 'reply' | 'note';

interface TicketReplyProps {
  readonly ticketId: string;
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly kind: DraftKind;
  readonly onKind: (kind: DraftKind) => void;
  readonly draft: string;
  readonly onDraft: (draft: string) => void;
}

/** A reply to the player, or a note that only operators see. */
export function TicketReply({ ticketId: TicketId, field, kind, onKind, draft, onDraft }: TicketReplyProps) {
  const { t } = useTranslation();
  const send = useAction({
    run: (isLast: boolean) =>
      kind === 'note'
        ? api.support.deskNote({ TicketId, Note: draft.trim() })
        : api.support.deskAnswer({ TicketId, Message: draft.trim(), Close: isLast }),
    done: t(kind === 'note' ? 'support.noteAdded' : 'support.sent'),
    changes: [['support']],
    onDone: () => onDraft(''),
  });
  const canSend = draft.trim() !== '' && !send.isPending;
  const submit = (): void => {
    if (canSend) send.mutate(false);
  };
  return (
    <form
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap="xs">
        <SegmentedControl
          aria-label={t('support.reply')}
          data={[
            { value: 'reply', label: t('support.reply') },
            { value: 'note', label: t('support.note') },
          ]}
          value={kind}
          onChange={onKind}
        />
        <Textarea
          ref={field}
          label={t(kind === 'note' ? 'support.addNote' : 'support.reply')}
          description={t(kind === 'note' ? 'support.noteText' : 'support.replyText')}
          maxLength={5000}
          autosize
          minRows={4}
          maxRows={16}
          value={draft}
          onChange={(event) => onDraft(event.currentTarget.value)}
          onKeyDown={({ key, ctrlKey, metaKey, currentTarget }) => {
            if (key === 'Enter' && (ctrlKey || metaKey)) submit();
            else if (key === 'Escape') currentTarget.blur();
          }}
        />
        <Group justify="flex-end" gap="xs">
          {kind === 'reply' && (
            <Button variant="default" disabled={!canSend} onClick={() => send.mutate(true)}>
              {t('support.sendAndClose')}
            </Button>
          )}
          <Button type="submit" disabled={draft.trim() === ''} loading={send.isPending}>
            {t(kind === 'note' ? 'support.addNote' : 'support.send')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
