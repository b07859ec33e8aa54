import { Drawer, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DateTime } from '#console/ui/DateTime.tsx';
import { Facts } from '#console/ui/Facts.tsx';
import { JsonDiff } from '#console/ui/JsonDiff.tsx';
import { ObjectWithKind } from '#console/ui/ObjectWithKind.tsx';
import { useActionText } from '#console/ui/use-action-text.ts';
import type { Entry } from './entry.ts';

export function EntryDetails({ entry, onClose }: { entry: Entry | undefined; onClose: () => void }) {
  const { t } = useTranslation();
  const actionText = useActionText();
  return (
    <Drawer
      opened={entry !== undefined}
      onClose={onClose}
      position="right"
      size={560}
      title={t('auditLog.entry', { id: entry?.EntryId })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {entry && (
        <Stack gap="lg">
          <Facts
            facts={[
              [t('auditLog.at'), <DateTime key="at" at={entry.At} />],
              [t('auditLog.actor'), entry.ActorName],
              [
                t('auditLog.action'),
                <div key="action">
                  {actionText(entry.Action)}
                  <Text size="sm" c="dimmed" className="mono">
                    {entry.Action}
                  </Text>
                </div>,
              ],
              [t('auditLog.object'), <ObjectWithKind key="object" kind={entry.ObjectKind} id={entry.ObjectId} />],
              [t('auditLog.game'), entry.Game],
              [t('auditLog.reason'), entry.Reason],
              [t('auditLog.address'), entry.Address],
              [
                t('common.requestId'),
                entry.RequestId && (
                  <span key="id" className="mono">
                    {entry.RequestId}
                  </span>
                ),
              ],
            ]}
          />
          {(entry.Before !== undefined || entry.After !== undefined) && (
            <Stack gap="xs">
              <Title order={2}>{t('auditLog.changes')}</Title>
              <JsonDiff before={entry.Before} after={entry.After} />
            </Stack>
          )}
        </Stack>
      )}
    </Drawer>
  );
}
