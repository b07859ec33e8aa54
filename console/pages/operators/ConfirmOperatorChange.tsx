import { useTranslation } from 'react-i18next';
import { api } from '#console/api.ts';
import { ConfirmWithReason } from '#console/ui/ConfirmWithReason.tsx';
import { useAction } from '#console/ui/use-action.ts';
import { operatorsQuery, type OperatorRow } from './operators-query.ts';

export type OperatorChange = 'remove' | 'resetFactor';

interface ConfirmOperatorChangeProps {
  readonly change: OperatorChange;
  readonly operator: OperatorRow;
  readonly onClose: () => void;
}

const texts = {
  remove: {
    title: 'operators.removeTitle',
    text: 'operators.removeText',
    action: 'operators.remove',
    done: 'operators.removed',
  },
  resetFactor: {
    title: 'operators.resetTitle',
    text: 'operators.resetText',
    action: 'operators.resetFactor',
    done: 'operators.reset',
  },
} as const;

export function ConfirmOperatorChange({ change, operator, onClose }: ConfirmOperatorChangeProps) {
  const { t } = useTranslation();
  const { OperatorId, Name: name } = operator;
  const { title, text, action, done } = texts[change];
  const run = useAction({
    run: (Reason: string) =>
      change === 'remove'
        ? api.operatorAdmin.remove({ OperatorId, Reason })
        : api.operatorAdmin.resetSecondFactor({ OperatorId, Reason }),
    done: t(done, { name }),
    changes: [operatorsQuery.queryKey],
    onDone: onClose,
  });
  return (
    <ConfirmWithReason
      isOpen
      isDangerous
      onClose={onClose}
      title={t(title, { name })}
      text={t(text)}
      action={t(action)}
      isRunning={run.isPending}
      onConfirm={run.mutate}
    />
  );
}
