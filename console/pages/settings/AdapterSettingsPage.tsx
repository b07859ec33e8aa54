import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { api } from '#console/api.ts';
import { useSchemaText } from '#console/i18n/use-schema-text.ts';
import { FilterBar, useFilters } from '#console/ui/FilterBar.tsx';
import { FilterText } from '#console/ui/FilterText.tsx';
import { LoadFailed } from '#console/ui/LoadFailed.tsx';
import { PageHeader } from '#console/ui/PageHeader.tsx';
import { AdapterForm, type Family } from './AdapterForm.tsx';

const families: readonly Family[] = ['identities', 'platforms', 'payments'];
const filterNames = ['Game'] as const;

/** The settings of a platform, a provider or a sign-in method: the portal's, or a game's own. */
export function AdapterSettingsPage() {
  const { t } = useTranslation();
  const schemaText = useSchemaText();
  const { family = '', adapter = '' } = useParams();
  const { values, set, clear } = useFilters(filterNames);
  const Family = families.find((each) => each === family) ?? 'payments';
  const { Game } = values;
  const query = useQuery({
    queryKey: ['settings', 'adapter', Family, adapter, Game],
    queryFn: () => api.operatorSettings.adapter({ Family, Adapter: adapter, Game }),
  });
  const { data } = query;
  return (
    <>
      <PageHeader
        title={data?.Title ?? adapter}
        text={Game === undefined ? t('settings.forPortal') : t('settings.forGame', { game: Game })}
        above={[{ title: t('settings.title'), path: '/settings' }]}
      />
      <FilterBar onClear={clear}>
        <FilterText
          label={t('settings.game')}
          placeholder={t('settings.gamePlaceholder')}
          maxLength={63}
          value={Game}
          onChange={(value) => set('Game', value)}
        />
      </FilterBar>
      {data?.Notes.map((note) => (
        <Text key={note} c="dimmed" size="sm">
          {schemaText(note)}
        </Text>
      ))}
      {query.error && !data && <LoadFailed error={query.error} retry={() => void query.refetch()} />}
      {!data && !query.error && <Skeleton height={320} mt="md" />}
      {data && <AdapterForm key={Game ?? ''} family={Family} adapter={adapter} game={Game} stored={data} />}
    </>
  );
}
