import { Badge, Code, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Static } from 'typebox';
import type { DeliveryAttempt } from '#contract/console/orders.ts';
import { DateTime } from '#console/ui/DateTime.tsx';

type Attempt = Static<typeof DeliveryAttempt>;

/** How often a delivery was sent, and what the game's server said. */
export function DeliveryAttempts({ attempts }: { attempts: readonly Attempt[] }) {
  const { t } = useTranslation();
  if (attempts.length === 0) return <Text c="dimmed">{t('webhooks.notSent')}</Text>;
  return (
    <Stack gap="xs">
      {attempts.map((attempt) => (
        <div key={attempt.Number}>
          <Group gap="xs">
            <AttemptResult attempt={attempt} />
            <Text size="sm" c="dimmed">
              <DateTime at={attempt.StartedAt} />
            </Text>
          </Group>
          {attempt.Response !== undefined && (
            <Code block mt={4}>
              {attempt.Response}
            </Code>
          )}
        </div>
      ))}
    </Stack>
  );
}

export function AttemptResult({ attempt: { Status, Fault, EndedAt } }: { attempt: Attempt }) {
  const { t } = useTranslation();
  if (Status !== undefined)
    return <Badge color={Status >= 200 && Status <= 299 ? 'teal' : 'red'}>{`HTTP ${Status}`}</Badge>;
  if (Fault !== undefined) return <Badge color="red">{Fault}</Badge>;
  return <Badge color="gray">{EndedAt === undefined ? t('webhooks.sending') : t('webhooks.noResponse')}</Badge>;
}
