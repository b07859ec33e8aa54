import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { LoadFailed } from '#console/ui/LoadFailed.tsx';
import { PageHeader } from '#console/ui/PageHeader.tsx';
import { KeyList } from './KeyList.tsx';
import { OperatorList } from './OperatorList.tsx';
import { operatorsQuery } from './operators-query.ts';
import { StudioList } from './StudioList.tsx';

const tabs = ['people', 'studios', 'keys'] as const;

export function OperatorsPage() {
  const { t } = useTranslation();
  const query = useQuery(operatorsQuery);
  const [params, setParams] = useSearchParams();
  const shown = tabs.find((tab) => tab === params.get('tab')) ?? 'people';
  return (
    <>
      <PageHeader title={t('operators.title')} text={t('operators.text')} />
      {query.error && !query.data ? (
        <LoadFailed error={query.error} retry={() => void query.refetch()} />
      ) : (
        <Tabs
          value={shown}
          onChange={(tab) => setParams(tab === 'people' ? {} : { tab: tab ?? '' }, { replace: true })}
        >
          <Tabs.List mb="md">
            {tabs.map((tab) => (
              <Tabs.Tab key={tab} value={tab}>
                {t(`operators.tabs.${tab}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value="people">
            <OperatorList query={query} />
          </Tabs.Panel>
          <Tabs.Panel value="studios">
            <StudioList query={query} />
          </Tabs.Panel>
          <Tabs.Panel value="keys">
            <KeyList query={query} />
          </Tabs.Panel>
        </Tabs>
      )}
    </>
  );
}
