import { useQuery } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { toLocale } from '#model/locale.ts';
import type { Quest } from '#model/quest.ts';
import { useSessionNumber } from '#portal/session.ts';
import { useSignIn } from '#portal/shell/use-sign-in.ts';
import { Button } from '#portal/ui/Button.tsx';
import { EmptyState } from '#portal/ui/EmptyState.tsx';
import { LoadFailed } from '#portal/ui/LoadFailed.tsx';
import { Skeleton } from '#portal/ui/Skeleton.tsx';
import { questsQuery } from './quests-query.ts';

/** Fetches the player's quests, of one game if given, and shows them or why there are none. */
export function LoadedQuests({
  game,
  emptyAction,
  List,
}: {
  game?: string;
  emptyAction?: ReactNode;
  List: ComponentType<{ quests: readonly Quest[] }>;
}) {
  const { t, i18n } = useTranslation();
  const session = useSessionNumber();
  const signIn = useSignIn();
  const quests = useQuery(questsQuery(session, toLocale(i18n.language), game));
  if (session === 0)
    return (
      <EmptyState
        drawing="empty"
        title={t('quests.signIn')}
        action={
          <Button kind="primary" onClick={() => void signIn()}>
            {t('signIn')}
          </Button>
        }
      />
    );
  if (quests.data && quests.data.Quests.length > 0) return <List quests={quests.data.Quests} />;
  if (quests.isPending)
    return (
      <div aria-busy="true" role="status">
        <span className="unseen">{t('loading')}</span>
        <Skeleton height="160px" />
      </div>
    );
  if (quests.isError) return <LoadFailed title={t('quests.failed')} query={quests} />;
  return <EmptyState drawing="empty" title={t('quests.empty')} text={t('quests.emptyText')} action={emptyAction} />;
}
