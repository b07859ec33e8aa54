// Reports another player to the moderators.
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#contract/api-error.ts';
import { maxReportText, PlayerReportReason } from '#model/player-report.ts';
import { lazyApiClient } from '#portal/lazy-api.ts';
import { log } from '#portal/log.ts';
import { Button } from '#portal/ui/Button.tsx';
import { Dialog } from '#portal/ui/Dialog.tsx';
import { TextArea } from '#portal/ui/Field.tsx';
import { Notice } from '#portal/ui/Notice.tsx';
import { useForm } from '#portal/ui/use-form.ts';
import './report-modal.css';

type BoardReport = Parameters<typeof lazyApiClient.playerReports.reportOnLeaderboard>[0];

/** Where the player was seen. */
export type ReportTarget =
  | { readonly FriendAccountId: string }
  | { readonly RequestId: string }
  | Omit<BoardReport, 'Reason' | 'Text'>;

export function ReportModal({ name, target, close }: { name: string; target: ReportTarget; close: () => void }) {
  const { t } = useTranslation();
  const id = useId();
  const isOnBoard = 'PlayerId' in target;
  const reasons = PlayerReportReason.enum.filter((reason) => isOnBoard || reason !== 'Cheating');
  const [reason, setReason] = useState<PlayerReportReason>();
  const [text, setText] = useState('');
  const send = useMutation({
    mutationFn: (Reason: PlayerReportReason) => {
      const report = { Reason, ...(text.trim() !== '' && { Text: text.trim() }) };
      return isOnBoard
        ? lazyApiClient.playerReports.reportOnLeaderboard({ ...target, ...report })
        : lazyApiClient.playerReports.reportFriend({ ...target, ...report });
    },
    networkMode: 'always',
    onError: (error) => log.warn('A report could not be sent.', error),
  });
  const { form } = useForm({ isBusy: send.isPending, send: () => reason !== undefined && send.mutate(reason) });
  const title = t('report.title', { name });
  if (send.isSuccess) {
    return (
      <Dialog title={title} size="small" onClose={close}>
        <p role="status">{t('report.thanks')}</p>
        <Button kind="primary" className="wide" onClick={close}>
          {t('close')}
        </Button>
      </Dialog>
    );
  }
  const isTooMany = send.error instanceof ApiError && send.error.code === 'TooManyRequests';
  return (
    <Dialog title={title} size="small" onClose={close} closable={!send.isPending}>
      <form className="report-modal" {...form}>
        <fieldset>
          <legend>{t('report.reason')}</legend>
          {reasons.map((each) => (
            <label key={each} htmlFor={`${id}-${each}`}>
              <input
                id={`${id}-${each}`}
                type="radio"
                name={`${id}-reason`}
                required
                checked={each === reason}
                onChange={() => setReason(each)}
              />
              {t(`report.reasons.${each}`)}
            </label>
          ))}
        </fieldset>
        <TextArea
          label={t('report.text')}
          hint={t('report.hint', { name })}
          rows={3}
          maxLength={maxReportText}
          value={text}
          onChange={({ target: { value } }) => setText(value)}
        />
        {send.isError && <Notice tone="danger">{t(isTooMany ? 'social.limitReached' : 'report.failed')}</Notice>}
        <Button kind="primary" type="submit" disabled={reason === undefined} busy={send.isPending}>
          {t('report.send')}
        </Button>
      </form>
    </Dialog>
  );
}
