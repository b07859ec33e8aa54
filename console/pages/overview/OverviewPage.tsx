import { Badge, Paper, SimpleGrid, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#console/api.ts';
import { useFormats } from '#console/i18n/use-formats.ts';
import { DateTime } from '#console/ui/DateTime.tsx';
import { LoadFailed } from '#console/ui/LoadFailed.tsx';
import { PageHeader } from '#console/ui/PageHeader.tsx';
import { Attention } from './Attention.tsx';
import { FigureCard } from './FigureCard.tsx';
import { HourPlots } from './HourPlots.tsx';
import type { Figures } from './figures.ts';
import { comparePeriods } from './compare-periods.ts';
import { PageSkeleton } from '#console/shell/PageSkeleton.tsx';

const everyMs = 15_000;

export function OverviewPage() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({
    queryKey: ['overview'],
    queryFn: () => api.operatorOverview.figures({}),
    refetchInterval: everyMs,
  });
  if (!data) return error ? <LoadFailed error={error} retry={() => void refetch()} /> : <PageSkeleton />;
  return (
    <>
      <PageHeader title={t('overview.title')} text={<AsOf at={data.At} />} />
      <Stack gap="lg">
        {error && <LoadFailed error={error} retry={() => void refetch()} />}
        <Cards figures={data} />
        <HourPlots hours={data.Hours} />
        <Attention figures={data} />
        <SimpleGrid cols={{ base: 1, lg: 2 }}>
          <Vendors figures={data} />
          <Nodes figures={data} />
        </SimpleGrid>
      </Stack>
    </>
  );
}

function AsOf({ at }: { at: string }) {
  const { t } = useTranslation();
  return (
    <>
      {t('overview.asOf')} <DateTime at={at} />
    </>
  );
}

function Cards({ figures: { Online, Playing, Hours } }: { figures: Figures }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const card = (name: 'SignIns' | 'Plays' | 'Orders') => {
    const { last, before } = comparePeriods(Hours.map((hour) => hour[name]));
    return (
      <FigureCard
        title={t(`overview.${name}`)}
        value={formats.number(last)}
        text={t('overview.dayBefore', { value: formats.number(before) })}
      />
    );
  };
  const revenue = comparePeriods(Hours.map(({ RevenueUsdMinor }) => RevenueUsdMinor));
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, xl: 5 }}>
      <FigureCard
        title={t('overview.online')}
        value={formats.number(Online)}
        text={t('overview.playing', { count: Playing })}
      />
      {card('SignIns')}
      {card('Plays')}
      {card('Orders')}
      <FigureCard
        title={t('overview.revenue')}
        value={formats.money(revenue.last, 'USD')}
        text={t('overview.dayBefore', { value: formats.money(revenue.before, 'USD') })}
      />
    </SimpleGrid>
  );
}

function Vendors({ figures: { Vendors: vendors } }: { figures: Figures }) {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <Paper withBorder p="md">
      <Title order={2}>{t('overview.vendors')}</Title>
      {vendors.length === 0 ? (
        <Text c="dimmed">{t('overview.noVendors')}</Text>
      ) : (
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('overview.vendor')}</Table.Th>
              <Table.Th ta="end">{t('overview.attempts')}</Table.Th>
              <Table.Th ta="end">{t('overview.failed')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {vendors.map(({ Provider, Attempts, Failed }) => (
              <Table.Tr key={Provider}>
                <Table.Td>{Provider}</Table.Td>
                <Table.Td ta="end">{formats.number(Attempts)}</Table.Td>
                <Table.Td ta="end">{`${formats.number(Failed)} (${formats.percent(Failed / Attempts)})`}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Paper>
  );
}

function Nodes({ figures: { Nodes: nodes } }: { figures: Figures }) {
  const { t } = useTranslation();
  return (
    <Paper withBorder p="md">
      <Title order={2}>{t('overview.nodes')}</Title>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('overview.node')}</Table.Th>
            <Table.Th>{t('overview.build')}</Table.Th>
            <Table.Th>{t('overview.seen')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {nodes.map(({ Node, Build, SeenAt, IsRunning }) => (
            <Table.Tr key={Node}>
              <Table.Td>{Node}</Table.Td>
              <Table.Td className="mono">{Build}</Table.Td>
              <Table.Td>
                {IsRunning ? (
                  <Badge color="teal">{t('overview.running')}</Badge>
                ) : (
                  <DateTime at={SeenAt} format="ago" />
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  );
}
