// Import and export of a table as CSV.
import { Button, FileButton, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { downloadText } from './download-text.ts';
import { Icon } from './Icon.tsx';
import { useAction } from './use-action.ts';

interface CsvButtonsProps {
  readonly fileName: string;
  readonly onExport: () => Promise<string>;
  /** Absent: the table can't be imported. */
  readonly onImport?: ((csv: string) => void) | undefined;
}

export function CsvButtons({ fileName, onExport, onImport }: CsvButtonsProps) {
  const { t } = useTranslation();
  const download = useAction({ run: onExport, onDone: (csv) => downloadText(fileName, csv, 'text/csv') });
  const read = useAction({ run: (file: File) => file.text(), onDone: (text) => onImport?.(text) });
  return (
    <Group gap="xs">
      <Button
        variant="default"
        loading={download.isPending}
        leftSection={<Icon name="download" />}
        onClick={() => download.mutate()}
      >
        {t('common.exportCsv')}
      </Button>
      {onImport && (
        <FileButton accept=".csv,text/csv" onChange={(file) => file && read.mutate(file)}>
          {(props) => (
            <Button {...props} variant="default" loading={read.isPending} leftSection={<Icon name="upload" />}>
              {t('common.importCsv')}
            </Button>
          )}
        </FileButton>
      )}
    </Group>
  );
}
