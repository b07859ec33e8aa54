import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Draft } from './draft.ts';

const colors = { Open: 'blue', Scheduled: 'violet', Applied: 'teal', Discarded: 'gray' } as const;

export function DraftStateBadge({ draft: { State, Failure } }: { draft: Draft }) {
  const { t } = useTranslation();
  return (
    <Badge color={Failure === undefined ? colors[State] : 'red'}>
      {Failure === undefined ? t(`drafts.states.${State}`) : t('drafts.failed')}
    </Badge>
  );
}
