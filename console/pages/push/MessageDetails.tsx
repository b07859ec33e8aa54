import { Button, Drawer, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { localeNames, locales } from '#model/locale.ts';
import { api } from '#console/api.ts';
import { useFormats } from '#console/i18n/use-formats.ts';
import { useOperator } from '#console/session.ts';
import { ConfirmWithReason } from '#console/ui/ConfirmWithReason.tsx';
import { DateTime } from '#console/ui/DateTime.tsx';
import { Facts } from '#console/ui/Facts.tsx';
import { LoadFailed } from '#console/ui/LoadFailed.tsx';
import { useAction } from '#console/ui/use-action.ts';
import { PageSkeleton } from '#console/shell/PageSkeleton.tsx';
import { PushPreview } from './PushPreview.tsx';

interface MessageDetailsProps {
  readonly messageId: string | undefined;
  readonly onClose: () => void;
}

export function MessageDetails({ messageId, onClose }: MessageDetailsProps) {
  const { t } = useTranslation();
  return (
    <Drawer
      opened={messageId !== undefined}
      onClose={onClose}
      position="right"
      size={560}
      title={t('push.message')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {messageId !== undefined && <Message messageId={messageId} />}
    </Drawer>
  );
}

const outcomes = ['Waiting', 'Sent', 'Unwanted', 'Expired', 'NoBrowser'] as const;

function Message({ messageId }: { messageId: string }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const operator = useOperator();
  const [isCancelling, setCancelling] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['push', 'message', messageId],
    queryFn: () => api.operatorPush.message({ MessageId: messageId }),
  });
  const cancel = useAction({
    run: (Reason: string) => api.operatorPush.cancel({ MessageId: messageId, Reason }),
    done: t('push.cancelled'),
    changes: [['push']],
    onDone: () => setCancelling(false),
  });
  if (!data) return error ? <LoadFailed error={error} retry={() => void refetch()} /> : <PageSkeleton />;
  const { Message: message, Results } = data;
  const canCancel = message.State === 'Scheduled' || message.State === 'Sending';
  return (
    <Stack gap="lg">
      <Facts
        facts={[
          [t('push.state'), t(`push.states.${message.State}`)],
          [t('push.game'), message.Game ?? t('push.portalNews')],
          [t('push.author'), message.Author ?? t('push.gameServer')],
          [t('push.sentAt'), <DateTime key="at" at={message.SendAt ?? message.CreatedAt} />],
          [t('push.opens'), message.Url],
          [t('push.marketing'), message.IsMarketing ? t('push.yes') : t('push.no')],
          [t('push.recipients'), formats.number(message.Recipients)],
        ]}
      />
      <section aria-labelledby="results">
        <Title order={2} id="results" mb="xs">
          {t('push.results')}
        </Title>
        <Facts facts={outcomes.map((name) => [t(`push.outcomes.${name}`), formats.number(Results[name])])} />
      </section>
      {locales.map((locale) =>
        message.Title[locale] === undefined ? null : (
          <PushPreview
            key={locale}
            language={localeNames[locale]}
            lang={locale}
            title={message.Title[locale]}
            body={message.Body[locale] ?? ''}
          />
        ),
      )}
      {canCancel && operator.can('push.send') && (
        <Button variant="default" onClick={() => setCancelling(true)}>
          {t('push.cancel')}
        </Button>
      )}
      <ConfirmWithReason
        isOpen={isCancelling}
        onClose={() => setCancelling(false)}
        title={t('push.cancel')}
        text={t('push.cancelText')}
        action={t('push.cancel')}
        isDangerous
        isRunning={cancel.isPending}
        onConfirm={(reason) => cancel.mutate(reason)}
      />
    </Stack>
  );
}
