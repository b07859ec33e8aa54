import { Button, Group, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { api } from '#console/api.ts';
import { ConfirmWithReason } from '#console/ui/ConfirmWithReason.tsx';
import { useAction } from '#console/ui/use-action.ts';
import type { Draft } from './draft.ts';

type Act = 'apply' | 'schedule' | 'discard' | 'revert';

interface DraftChange {
  readonly id: number;
  /** What else the operator should know. */
  readonly notes: readonly string[];
}

interface DraftActionsProps {
  readonly draft: Draft;
  readonly isOutdated: boolean;
  /** A request about it waits for another operator. */
  readonly isRequested: boolean;
}

/** What can be done with a draft. Each asks first: players see the result. */
export function DraftActions({ draft, isOutdated, isRequested }: DraftActionsProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [act, setAct] = useState<Act>();
  const [time, setTime] = useState('');
  const { DraftId, State } = draft;
  const run = useAction({
    run: async ({ what, reason }: { what: Act | 'unschedule'; reason: string }): Promise<DraftChange> => {
      const Reason = reason === '' ? undefined : reason;
      if (what === 'apply') {
        const { Notes: notes } = await api.operatorDrafts.apply({ DraftIds: [DraftId], Reason });
        return { id: DraftId, notes };
      }
      if (what === 'schedule')
        await api.operatorDrafts.schedule({ DraftId, ApplyAt: new Date(time).toISOString(), Reason });
      if (what === 'unschedule') await api.operatorDrafts.schedule({ DraftId, ApplyAt: undefined, Reason });
      if (what === 'discard') await api.operatorDrafts.discard({ DraftId, Reason });
      if (what !== 'revert') return { id: DraftId, notes: [] };
      return { id: (await api.operatorDrafts.revert({ DraftId, Reason })).DraftId, notes: [] };
    },
    done: ({ notes }, { what }) => [t(`drafts.done.${what}`), ...notes].join(' '),
    changes: [['drafts'], ['documents'], ['news'], ['auditLog']],
    onDone: ({ id }) => {
      setAct(undefined);
      void navigate(`/drafts/${id}`);
    },
    onStored: () => {
      setAct(undefined);
      void queries.invalidateQueries({ queryKey: ['drafts'] });
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
      {State === 'Open' && !isOutdated && !isRequested && (
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
      {isWaiting && !isOutdated && !isRequested && <Button onClick={() => setAct('apply')}>{t('drafts.apply')}</Button>}
      {State === 'Applied' && !isRequested && (
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
