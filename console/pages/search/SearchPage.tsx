// Anything by an exact id, email or name. One result opens at once.
import { Anchor, Badge, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useSearchParams } from 'react-router';
import { api } from '#console/api.ts';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { LoadFailed } from '#console/ui/LoadFailed.tsx';
import { PageHeader } from '#console/ui/PageHeader.tsx';
import { findResultPath, groupResults, type Found } from './results.ts';

export function SearchPage() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const text = (params.get('q') ?? '').trim().slice(0, 400);
  const query = useQuery({
    queryKey: ['search', text],
    queryFn: async () => (await api.operatorSearch.find({ Text: text })).Found,
    enabled: text !== '',
  });
  if (text === '')
    return (
      <>
        <PageHeader title={t('search.title')} />
        <EmptyState icon="search" title={t('search.hint')} text={t('search.hintText')} />
      </>
    );
  const only = query.data?.length === 1 ? query.data[0] : undefined;
  const path = only && findResultPath(only);
  if (path !== undefined) return <Navigate to={path} replace />;
  return (
    <>
      <PageHeader title={t('search.results', { text })} />
      {query.error && <LoadFailed error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && <Skeleton height={120} aria-label={t('common.loading')} />}
      {query.data?.length === 0 && <EmptyState icon="search" title={t('search.empty')} text={t('search.emptyText')} />}
      <Stack gap="lg">
        {groupResults(query.data ?? []).map(([kind, found]) => (
          <section key={kind} aria-label={t(`search.kinds.${kind}`)}>
            <Title order={2} mb="xs">
              {t(`search.kinds.${kind}`)}
            </Title>
            <Stack gap="xs">
              {found.map((result) => (
                <Result key={result.Id} result={result} />
              ))}
            </Stack>
          </section>
        ))}
      </Stack>
    </>
  );
}

function Result({ result }: { result: Found }) {
  const { t } = useTranslation();
  const path = findResultPath(result);
  const title = result.Title || result.Id;
  return (
    <Paper withBorder p="sm">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          {path === undefined ? (
            <Text fw={600}>{title}</Text>
          ) : (
            <Anchor component={Link} to={path} fw={600}>
              {title}
            </Anchor>
          )}
          <Text size="sm" c="dimmed">
            {[result.Subtitle, result.Game].filter(Boolean).join(' · ')}
          </Text>
          <Text size="sm" c="dimmed" className="mono">
            {result.Id}
          </Text>
        </div>
        <Badge miw="max-content" variant="light" color="gray">
          {t(`search.by.${result.MatchedBy}`)}
        </Badge>
      </Group>
    </Paper>
  );
}
