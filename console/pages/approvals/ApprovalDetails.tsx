import { Button, Drawer, Group, Stack, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#console/api.ts';
import { ConfirmWithReason } from '#console/ui/ConfirmWithReason.tsx';
import { DateTime } from '#console/ui/DateTime.tsx';
import { Facts } from '#console/ui/Facts.tsx';
import { JsonDiff } from '#console/ui/JsonDiff.tsx';
import { ObjectWithKind } from '#console/ui/ObjectWithKind.tsx';
import { useActionText } from '#console/ui/use-action-text.ts';
import { useAction } from '#console/ui/use-action.ts';
import { listDecisions, type Approval, type ApprovalDecision } from './approval.ts';

export function ApprovalDetails({ approval, onClose }: { approval: Approval | undefined; onClose: () => void }) {
  const { t } = useTranslation();
  const actionText = useActionText();
  const [decision, setDecision] = useState<ApprovalDecision>();
  return (
    <Drawer
      opened={approval !== undefined}
      onClose={onClose}
      position="right"
      size={560}
      title={approval && actionText(approval.Call)}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {approval && (
        <Stack gap="lg">
          <Facts
            facts={[
              [
                t('approvals.object'),
                <ObjectWithKind key="object" kind={approval.ObjectKind} id={approval.ObjectId} />,
              ],
              [t('approvals.reason'), approval.Reason],
              [t('approvals.requestedBy'), approval.RequestedBy],
              [t('approvals.requestedAt'), <DateTime key="at" at={approval.RequestedAt} />],
              [t('approvals.expires'), <DateTime key="until" at={approval.ExpiresAt} />],
              [t('approvals.decidedBy'), approval.DecidedBy],
              [t('approvals.decisionReason'), approval.DecisionReason],
              [t('approvals.outcome'), approval.Outcome && t(`approvals.outcomes.${approval.Outcome}`)],
            ]}
          />
          <Stack gap="xs">
            <Title order={2}>{t('approvals.input')}</Title>
            <JsonDiff before={undefined} after={approval.Input} />
          </Stack>
          <Group>
            {listDecisions(approval).map((each) => (
              <Button key={each} variant={each === 'approve' ? 'filled' : 'default'} onClick={() => setDecision(each)}>
                {t(`approvals.${each}`)}
              </Button>
            ))}
          </Group>
          {decision && (
            <ConfirmDecision
              decision={decision}
              approval={approval}
              onClose={() => setDecision(undefined)}
              onDone={() => {
                setDecision(undefined);
                onClose();
              }}
            />
          )}
        </Stack>
      )}
    </Drawer>
  );
}

const doneTexts = {
  approve: 'approvals.approved',
  reject: 'approvals.rejected',
  withdraw: 'approvals.withdrawn',
} as const;

interface ConfirmDecisionProps {
  readonly decision: ApprovalDecision;
  readonly approval: Approval;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

function ConfirmDecision({ decision, approval: { ApprovalId }, onClose, onDone }: ConfirmDecisionProps) {
  const { t } = useTranslation();
  const run = useAction({
    run: (reason: string) => {
      if (decision === 'approve')
        return api.operatorApprovals.approve({ ApprovalId, Reason: reason === '' ? undefined : reason });
      return decision === 'reject'
        ? api.operatorApprovals.reject({ ApprovalId, Reason: reason })
        : api.operatorApprovals.withdraw({ ApprovalId, Reason: reason });
    },
    done: t(doneTexts[decision]),
    // What was approved may be on any page.
    changes: [[]],
    onDone,
  });
  return (
    <ConfirmWithReason
      isOpen
      onClose={onClose}
      title={t(`approvals.${decision}Title`)}
      text={t(`approvals.${decision}Text`)}
      action={t(`approvals.${decision}`)}
      isReasonOptional={decision === 'approve'}
      isDangerous={decision === 'approve'}
      isRunning={run.isPending}
      onConfirm={run.mutate}
    />
  );
}
