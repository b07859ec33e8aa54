import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { api } from '#console/api.ts';
import { downloadText } from '#console/ui/download-text.ts';
import { Icon } from '#console/ui/Icon.tsx';
import { useAction } from '#console/ui/use-action.ts';

type Filter = Parameters<typeof api.auditLog.export>[0];

export function ExportButton({ filter }: { filter: Filter }) {
  const { t } = useTranslation();
  const download = useAction({
    run: () => api.auditLog.export(filter),
    onDone: ({ Csv }) => downloadText('audit-log.csv', Csv, 'text/csv'),
    changes: [['auditLog']],
  });
  return (
    <Button
      variant="default"
      loading={download.isPending}
      leftSection={<Icon name="download" />}
      onClick={() => download.mutate()}
    >
      {t('common.exportCsv')}
    </Button>
  );
}
