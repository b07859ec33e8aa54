import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { api } from '#console/api.ts';
import { ConfirmWithReason } from '#console/ui/ConfirmWithReason.tsx';
import { useAction } from '#console/ui/use-action.ts';
import type { Draft } from './draft.ts';

type Act = 'apply' | 'schedule' | 'discard' | 'revert';

interface DraftActionsProps {
  readonly draft: Draft;
  readonly isOutdated: boolean;
}

/** What can be done with a draft. Each asks first: players see the result. */
export function DraftActions({ draft, isOutdated }: DraftActionsProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [act, setAct] = useState<Act>();
  const [time, setTime] = useState('');
  const { DraftId, State } = draft;
  const run = useAction({
    run: async ({ what, reason }: { what: Act | 'unschedule'; reason: string }): Promise<number> => {
      const Reason = reason === '' ? undefined : reason;
      if (what === 'apply') await api.operatorDrafts.apply({ DraftIds: [DraftId], Reason });
      if (what === 'schedule')
        await api.operatorDrafts.schedule({ DraftId, ApplyAt: new Date(time).toISOString(), Reason });
      if (what === 'unschedule') await api.operatorDrafts.schedule({ DraftId, ApplyAt: undefined, Reason });
      if (what === 'discard') await api.operatorDrafts.discard({ DraftId, Reason });
      if (what !== 'revert') return DraftId;
      return (await api.operatorDrafts.revert({ DraftId, Reason })).DraftId;
    },
    done: (_, { what }) => t(`drafts.done.${what}`),
    changes: [['drafts'], ['documents'], ['news'], ['auditLog']],
    onDone: (id) => {
      setAct(undefined);
      void navigate(`/drafts/${id}`);
    },
  });
  const isWaiting = State === 'Open' || State === 'Scheduled';
  return (
    <Group gap="xs">
      {isWaiting && (
        <Button variant="default" onClick={() => setAct('discard')}>
          {t('drafts.discard')}
        </Button>
      )}
      {State === 'Open' && !isOutdated && (
        <Button variant="default" onClick={() => setAct('schedule')}>
          {t('drafts.schedule')}
        </Button>
      )}
      {State === 'Scheduled' && (
        <Button
          variant="default"
          loading={run.isPending}
          onClick={() => run.mutate({ what: 'unschedule', reason: '' })}
        >
          {t('drafts.unschedule')}
        </Button>
      )}
      {isWaiting && !isOutdated && <Button onClick={() => setAct('apply')}>{t('drafts.apply')}</Button>}
      {State === 'Applied' && (
        <Button variant="default" onClick={() => setAct('revert')}>
          {t('drafts.revert')}
        </Button>
      )}
      <ConfirmWithReason
        isOpen={act !== undefined}
        onClose={() => setAct(undefined)}
        title={act ? t(`drafts.${act}`) : ''}
        text={act ? t(`drafts.confirm.${act}`) : ''}
        action={act ? t(`drafts.${act}`) : ''}
        isReasonOptional
        isDangerous={act === 'discard'}
        isRunning={run.isPending}
        onConfirm={(reason) => act && run.mutate({ what: act, reason })}
      >
        {act === 'schedule' && (
          <TextInput
            type="datetime-local"
            required
            label={t('drafts.applyAt')}
            description={t('drafts.applyAtText')}
            value={time}
            onChange={(event) => setTime(event.currentTarget.value)}
          />
        )}
      </ConfirmWithReason>
    </Group>
  );
}
