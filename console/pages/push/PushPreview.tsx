import { Paper, Text } from '@mantine/core';
import { usePortal } from '#console/session.ts';

interface PushPreviewProps {
  readonly language: string;
  readonly lang: string;
  readonly title: string;
  readonly body: string;
}

/** Roughly as systems show a notification: plain texts, cut to a few lines. */
export function PushPreview({ language, lang, title, body }: PushPreviewProps) {
  const { PortalName } = usePortal();
  return (
    <Paper withBorder shadow="sm" radius="md" p="sm" maw={380} aria-label={language} role="group">
      <Text size="sm" c="dimmed">
        {`${PortalName} · ${language}`}
      </Text>
      <Text fw={600} lineClamp={1} lang={lang}>
        {title}
      </Text>
      <Text size="md" lineClamp={3} lang={lang}>
        {body}
      </Text>
    </Paper>
  );
}
