import { Tabs } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useOperator } from '#console/session.ts';
import { PageHeader } from '#console/ui/PageHeader.tsx';
import { RejectedWebhooks } from '#console/pages/webhooks/RejectedWebhooks.tsx';
import { DiscrepancyDays } from './DiscrepancyDays.tsx';
import { DiscrepancyList } from './DiscrepancyList.tsx';
import { UnmatchedEvents } from './UnmatchedEvents.tsx';

const tabs = ['days', 'discrepancies', 'unmatched', 'rejected'] as const;

export function ReconciliationPage() {
  const { t } = useTranslation();
  const { can } = useOperator();
  const [params, setParams] = useSearchParams();
  const allowed = tabs.filter((tab) => tab !== 'rejected' || can('webhooks.read'));
  const shown = allowed.find((tab) => tab === params.get('tab')) ?? 'days';
  return (
    <>
      <PageHeader title={t('reconciliation.title')} text={t('reconciliation.text')} />
      <Tabs value={shown} keepMounted={false} onChange={(tab) => setParams({ tab: tab ?? '' }, { replace: true })}>
        <Tabs.List mb="md">
          {allowed.map((tab) => (
            <Tabs.Tab key={tab} value={tab}>
              {t(`reconciliation.tabs.${tab}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="days">
          <DiscrepancyDays />
        </Tabs.Panel>
        <Tabs.Panel value="discrepancies">
          <DiscrepancyList />
        </Tabs.Panel>
        <Tabs.Panel value="unmatched">
          <UnmatchedEvents />
        </Tabs.Panel>
        <Tabs.Panel value="rejected">
          <RejectedWebhooks game={undefined} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
