import { Tabs } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useOperator } from '#console/session.ts';
import { PageHeader } from '#console/ui/PageHeader.tsx';
import { NameList } from './NameList.tsx';
import { ReportList } from './ReportList.tsx';
import { ReviewList } from './ReviewList.tsx';
import { ScoreList } from './ScoreList.tsx';
import { WordLists } from './WordLists.tsx';

export function ModerationPage() {
  const { t } = useTranslation();
  const { can, Studio } = useOperator();
  const [params, setParams] = useSearchParams();
  // Operators of a studio don't see who its players are.
  const isPortal = Studio === undefined;
  const tabs = [
    'reviews',
    ...(isPortal ? (['reports'] as const) : []),
    ...(can('players.read') ? (['names'] as const) : []),
    'scores',
    'words',
  ] as const;
  const shown = tabs.find((tab) => tab === params.get('tab')) ?? 'reviews';
  return (
    <>
      <PageHeader title={t('moderation.title')} text={t('moderation.text')} />
      <Tabs
        keepMounted={false}
        value={shown}
        onChange={(tab) => setParams(tab === 'reviews' ? {} : { tab: tab ?? '' }, { replace: true })}
      >
        <Tabs.List mb="md">
          {tabs.map((tab) => (
            <Tabs.Tab key={tab} value={tab}>
              {t(`moderation.tabs.${tab}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="reviews">
          <ReviewList />
        </Tabs.Panel>
        <Tabs.Panel value="reports">
          <ReportList />
        </Tabs.Panel>
        <Tabs.Panel value="names">
          <NameList />
        </Tabs.Panel>
        <Tabs.Panel value="scores">
          <ScoreList />
        </Tabs.Panel>
        <Tabs.Panel value="words">
          <WordLists />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
