import { Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#console/api.ts';
import { FormModal } from '#console/ui/FormModal.tsx';
import { useAction } from '#console/ui/use-action.ts';

interface SetEndpointProps {
  readonly game: string;
  readonly url: string;
  readonly onClose: () => void;
  /** A new endpoint has a new secret. */
  readonly onSecret: (secret: string | undefined) => void;
}

export function SetEndpoint({ game, url, onClose, onSecret }: SetEndpointProps) {
  const { t } = useTranslation();
  const [address, setAddress] = useState(url);
  const [reason, setReason] = useState('');
  const save = useAction({
    run: () =>
      api.operatorWebhooks.setEndpoint({ Game: game, Url: address.trim(), Reason: reason.trim() || undefined }),
    done: t('common.saved'),
    changes: [['webhooks', game]],
    onDone: ({ Secret }) => {
      onClose();
      onSecret(Secret);
    },
    showsError: false,
  });
  return (
    <FormModal
      title={t('webhooks.endpoint')}
      action={t('common.save')}
      isDisabled={address.trim() === ''}
      isRunning={save.isPending}
      error={save.error}
      onClose={onClose}
      onSubmit={() => save.mutate()}
    >
      <Stack>
        <TextInput
          type="url"
          required
          data-autofocus
          maxLength={2000}
          label={t('webhooks.address')}
          placeholder="https://game.example/hooks"
          value={address}
          onChange={(event) => setAddress(event.currentTarget.value)}
        />
        <TextInput
          maxLength={1000}
          label={t('confirm.reason')}
          description={t('confirm.reasonText')}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </Stack>
    </FormModal>
  );
}
