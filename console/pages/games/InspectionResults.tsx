// What the inspection of a draft found. Nothing of it is forbidden: the person who publishes decides.
import { Alert, List, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#console/i18n/use-formats.ts';
import { Icon } from '#console/ui/Icon.tsx';
import type { Build } from './game-query.ts';

type Inspection = NonNullable<Build['Inspection']>;

const maxShown = 20;

export function InspectionResults({ inspection }: { inspection: Inspection }) {
  const { t } = useTranslation();
  const { number, bytes } = useFormats();
  const { Files, Bytes, Problems, Missing, Refused, Mentioned } = inspection;
  const isFine = Problems.length + Missing.length + Refused.length === 0;
  return (
    <Stack gap="sm">
      <Title order={3} size="h4">
        {t('games.inspection.title')}
      </Title>
      <Text c="dimmed">{t('games.inspection.size', { files: number(Files), size: bytes(Bytes) })}</Text>
      {isFine && (
        <Alert color="teal" icon={<Icon name="check" />}>
          {t('games.inspection.fine')}
        </Alert>
      )}
      <Findings color="red" title={t('games.inspection.problems')} lines={Problems} />
      <Findings color="yellow" title={t('games.inspection.missing')} lines={Missing.map(describe)} />
      <Findings color="yellow" title={t('games.inspection.refused')} lines={Refused.map(describe)} />
      <Findings color="gray" title={t('games.inspection.mentioned')} lines={Mentioned.map(describe)} />
    </Stack>
  );
}

const describe = ({ What, File }: Inspection['Missing'][number]): string => `${What} (${File})`;

function Findings({ title, lines, color }: { title: string; lines: readonly string[]; color: string }) {
  const { t } = useTranslation();
  if (lines.length === 0) return null;
  return (
    <Alert color={color} title={title}>
      <List size="sm">
        {lines.slice(0, maxShown).map((line) => (
          <List.Item key={line} style={{ overflowWrap: 'anywhere' }}>
            {line}
          </List.Item>
        ))}
      </List>
      {lines.length > maxShown && (
        <Text size="sm">{t('games.inspection.more', { count: lines.length - maxShown })}</Text>
      )}
    </Alert>
  );
}
