// Replies to use again: insert one, or change the list.
import { Button, Group, Modal, Skeleton, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SavedReply } from '#model/support.ts';
import { api } from '#console/api.ts';
import { useOperator } from '#console/session.ts';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { FormModal } from '#console/ui/FormModal.tsx';
import { LoadFailed } from '#console/ui/LoadFailed.tsx';
import { useAction } from '#console/ui/use-action.ts';
import { useReturnFocus } from '#console/ui/use-return-focus.ts';

const queryKey = ['support', 'savedReplies'];

interface SavedRepliesProps {
  readonly onClose: () => void;
  readonly onInsert: (text: string) => void;
}

export function SavedReplies({ onClose, onInsert }: SavedRepliesProps) {
  useReturnFocus();
  const { t } = useTranslation();
  const { can } = useOperator();
  const [edited, setEdited] = useState<SavedReply | 'new'>();
  const query = useQuery({ queryKey, queryFn: async () => (await api.support.savedReplies({})).SavedReplies });
  const remove = useAction({
    run: (ReplyId: string) => api.support.removeSavedReply({ ReplyId }),
    done: t('support.savedRemoved'),
    changes: [queryKey],
  });
  if (edited) return <EditSavedReply reply={edited} onClose={() => setEdited(undefined)} />;
  return (
    <Modal
      opened
      size="lg"
      onClose={onClose}
      title={t('support.saved')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack>
        {query.error && <LoadFailed error={query.error} retry={() => void query.refetch()} />}
        {query.isPending && <Skeleton height={80} aria-label={t('common.loading')} />}
        {query.data?.length === 0 && <EmptyState icon="mail" title={t('support.noSaved')} />}
        {query.data?.map((reply) => (
          <Group key={reply.ReplyId} justify="space-between" align="flex-start" className="saved-reply">
            <div className="saved-reply-text">
              <Text fw={600}>{reply.Title}</Text>
              <Text size="sm" c="dimmed" lineClamp={2}>
                {reply.Message}
              </Text>
            </div>
            <Group gap="xs">
              <Button size="compact-sm" onClick={() => onInsert(reply.Message)}>
                {t('support.insertSaved')}
              </Button>
              {can('support.answer') && (
                <>
                  <Button size="compact-sm" variant="default" onClick={() => setEdited(reply)}>
                    {t('support.edit')}
                  </Button>
                  <Button
                    size="compact-sm"
                    variant="default"
                    loading={remove.isPending && remove.variables === reply.ReplyId}
                    onClick={() => remove.mutate(reply.ReplyId)}
                  >
                    {t('support.remove')}
                  </Button>
                </>
              )}
            </Group>
          </Group>
        ))}
        {can('support.answer') && (
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setEdited('new')}>
              {t('support.newSaved')}
            </Button>
          </Group>
        )}
      </Stack>
    </Modal>
  );
}

function EditSavedReply({ reply, onClose }: { reply: SavedReply | 'new'; onClose: () => void }) {
  const { t } = useTranslation();
  const [title, setTitle] = useState(reply === 'new' ? '' : reply.Title);
  const [message, setMessage] = useState(reply === 'new' ? '' : reply.Message);
  const save = useAction({
    run: () =>
      api.support.saveSavedReply({
        ReplyId: reply === 'new' ? undefined : reply.ReplyId,
        Title: title.trim(),
        Message: message.trim(),
      }),
    done: t('support.savedSaved'),
    changes: [queryKey],
    onDone: onClose,
    showsError: false,
  });
  return (
    <FormModal
      title={reply === 'new' ? t('support.newSaved') : t('support.edit')}
      action={t('common.save')}
      isDisabled={title.trim() === '' || message.trim() === ''}
      isRunning={save.isPending}
      error={save.error}
      onClose={onClose}
      onSubmit={() => save.mutate()}
    >
      <TextInput
        label={t('support.savedTitle')}
        maxLength={100}
        required
        value={title}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      <Textarea
        label={t('support.savedMessage')}
        maxLength={5000}
        required
        autosize
        minRows={5}
        value={message}
        onChange={(event) => setMessage(event.currentTarget.value)}
      />
    </FormModal>
  );
}
