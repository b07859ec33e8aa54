import { Drawer, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { localeNames, locales } from '#model/locale.ts';
import { api } from '#console/api.ts';
import { LoadFailed } from '#console/ui/LoadFailed.tsx';
import { Markdown } from '#console/ui/Markdown.tsx';
import { TextDiff } from '#console/ui/TextDiff.tsx';
import { PageSkeleton } from '#console/shell/PageSkeleton.tsx';
import type { VersionRow } from './version-row.ts';

interface VersionDetailsProps {
  readonly version: VersionRow | undefined;
  readonly previous: VersionRow | undefined;
  readonly onClose: () => void;
}

/** The text of a version, or what it changed; of a version elsewhere, its address. */
export function VersionDetails({ version, previous, onClose }: VersionDetailsProps) {
  const { t } = useTranslation();
  const [view, setView] = useState('text');
  return (
    <Drawer
      opened={version !== undefined}
      onClose={onClose}
      position="right"
      size={760}
      title={t('documents.versionNumber', { number: version?.Number })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack>
        {previous && (
          <SegmentedControl
            data={[
              { value: 'text', label: t('documents.showText') },
              { value: 'changes', label: t('documents.showChanges', { number: previous.Number }) },
            ]}
            value={view}
            onChange={setView}
          />
        )}
        {version && <Texts version={version} previous={view === 'changes' ? previous : undefined} />}
      </Stack>
    </Drawer>
  );
}

function Texts({ version, previous }: { version: VersionRow; previous: VersionRow | undefined }) {
  const now = useQuery(versionQuery(version.VersionId));
  const before = useQuery({ ...versionQuery(previous?.VersionId ?? ''), enabled: previous !== undefined });
  const failed = now.error ?? before.error;
  if (failed) return <LoadFailed error={failed} />;
  if (!now.data || (previous && !before.data)) return <PageSkeleton />;
  const textsOf = (data: typeof now.data | undefined) =>
    new Map((data?.Texts ?? []).map(({ Locale, Text }) => [Locale, Text]));
  const [texts, old] = [textsOf(now.data), textsOf(before.data)];
  const { Url } = now.data;
  if (Url !== undefined)
    return (
      <Text className="mono" style={{ overflowWrap: 'anywhere' }}>
        {Url}
      </Text>
    );
  return locales.map((locale) => {
    const text = texts.get(locale) ?? '';
    const earlier = previous ? (old.get(locale) ?? '') : '';
    if (text === '' && earlier === '') return null;
    return (
      <section key={locale} lang={locale} aria-label={localeNames[locale]}>
        <Title order={3} mb="xs">
          {localeNames[locale]}
        </Title>
        {previous ? <TextDiff before={earlier} after={text} /> : <Markdown text={text} />}
      </section>
    );
  });
}

/** Versions never change. */
const versionQuery = (versionId: string) => ({
  queryKey: ['documents', 'version', versionId],
  queryFn: () => api.operatorDocuments.version({ VersionId: versionId }),
  staleTime: Infinity,
});
