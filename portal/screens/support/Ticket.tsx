import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SupportTicket } from '#model/support.ts';
import { apiClient } from '#portal/api.ts';
import { useSessionNumber } from '#portal/session.ts';
import { Badge } from '#portal/ui/Badge.tsx';
import { Button } from '#portal/ui/Button.tsx';
import { TextArea } from '#portal/ui/Field.tsx';
import { RelativeTime } from '#portal/ui/RelativeTime.tsx';
import { Notice } from '#portal/ui/Notice.tsx';
import { useForm } from '#portal/ui/use-form.ts';
import { ticketsKey } from './tickets-key.ts';

export function Ticket({ ticket, isOpenAtFirst }: { ticket: SupportTicket; isOpenAtFirst: boolean }) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const change = useTicketChange();
  const { TicketId, Status, Message, CreatedAt, ChangedAt, Replies } = ticket;
  const write = async (): Promise<void> => {
    await change.mutateAsync(() => apiClient.support.reply({ TicketId, Message: text.trim() }));
    setText('');
  };
  const { form } = useForm({
    isBusy: change.isPending,
    // The error is shown below, and the typed text stays.
    send: () => {
      if (text.trim() !== '') write().catch(() => undefined);
    },
  });
  return (
    <li>
      <details open={isOpenAtFirst}>
        <summary>
          <span className="subject" dir="auto">
            {Message.split('\n', 1)[0]}
          </span>
          <Badge tone={tones[Status]}>{t(`supportPage.${Status}`)}</Badge>
          <span className="muted">
            <span dir="ltr">{TicketId}</span>
            {' · '}
            <RelativeTime at={ChangedAt} say={(time) => time} />
          </span>
        </summary>
        <ol>
          <Entry who={t('supportPage.you')} at={CreatedAt} message={Message} />
          {Replies.map(({ FromSupport, Message: reply, CreatedAt: at }) => (
            <Entry
              key={at}
              who={t(FromSupport ? 'supportPage.title' : 'supportPage.you')}
              at={at}
              message={reply}
              isAnswer={FromSupport}
            />
          ))}
        </ol>
        <form {...form}>
          <TextArea
            label={t('supportPage.reply')}
            rows={3}
            maxLength={5000}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          {change.isError && <Notice tone="danger">{t('player.support.failed')}</Notice>}
          <div className="actions">
            <Button kind="primary" type="submit" disabled={text.trim() === ''} busy={change.isPending}>
              {t('player.support.send')}
            </Button>
            {Status !== 'Closed' && (
              <Button kind="quiet" onClick={() => change.mutate(() => apiClient.support.close({ TicketId }))}>
                {t('supportPage.close')}
              </Button>
            )}
          </div>
        </form>
      </details>
    </li>
  );
}

const tones = { Open: 'calm', Answered: 'good', Closed: 'calm' } as const;

function Entry({ who, at, message, isAnswer }: { who: string; at: string; message: string; isAnswer?: boolean }) {
  return (
    <li className={isAnswer ? 'entry answer' : 'entry'}>
      <p className="muted">
        {who}
        {' · '}
        <RelativeTime at={at} say={(time) => time} />
      </p>
      <p className="message" dir="auto">
        {message}
      </p>
    </li>
  );
}

function useTicketChange() {
  const queries = useQueryClient();
  const key = ticketsKey(useSessionNumber());
  return useMutation({
    mutationFn: (change: () => Promise<SupportTicket>) => change(),
    networkMode: 'always',
    onSuccess: (changed) =>
      queries.setQueryData<{ Tickets: SupportTicket[] }>(
        key,
        (before) =>
          before && { Tickets: before.Tickets.map((each) => (each.TicketId === changed.TicketId ? changed : each)) },
      ),
  });
}
