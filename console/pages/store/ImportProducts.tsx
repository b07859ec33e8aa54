// Shows what an import would change, or the errors in the file by line and column, before anything is changed.
import { Alert, Button, Group, Modal, Stack, Table, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#console/api.ts';
import { FormProblem } from '#console/ui/FormProblem.tsx';
import { JsonDiff } from '#console/ui/JsonDiff.tsx';
import { LoadFailed } from '#console/ui/LoadFailed.tsx';
import { useAction } from '#console/ui/use-action.ts';
import { useReturnFocus } from '#console/ui/use-return-focus.ts';

interface ImportProductsProps {
  readonly game: string;
  readonly csv: string;
  readonly onClose: () => void;
  readonly onImported: () => void;
}

export function ImportProducts({ game, csv, onClose, onImported }: ImportProductsProps) {
  useReturnFocus();
  const { t } = useTranslation();
  const [reason, setReason] = useState('');
  const query = useQuery({
    queryKey: ['store', game, 'import', csv],
    queryFn: () => api.operatorProducts.compareCsv({ Game: game, Csv: csv }),
    gcTime: 0,
  });
  const compared = query.data;
  const apply = useAction({
    run: (Version: string) =>
      api.operatorProducts.importCsv({ Game: game, Version, Csv: csv, Reason: reason.trim() || undefined }),
    done: t('common.saved'),
    onDone: () => {
      onImported();
      onClose();
    },
    onStored: onClose,
    showsError: false,
  });
  return (
    <Modal
      opened
      size="xl"
      onClose={onClose}
      title={t('common.importCsv')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack>
        {query.error && <LoadFailed error={query.error} retry={() => void query.refetch()} />}
        {compared && compared.Faults.length > 0 && (
          <Alert color="red" role="alert" title={t('store.faults')}>
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t('store.line')}</Table.Th>
                  <Table.Th>{t('store.column')}</Table.Th>
                  <Table.Th>{t('store.fault')}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {compared.Faults.map(({ Line, Column, Text: said }) => (
                  <Table.Tr key={`${Line} ${Column} ${said}`}>
                    <Table.Td>{Line}</Table.Td>
                    <Table.Td>{Column}</Table.Td>
                    <Table.Td>{said}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Alert>
        )}
        {compared?.Faults.length === 0 && compared.Differences.length === 0 && <Text>{t('store.same')}</Text>}
        {compared?.Differences.map(({ Sku, Before, After }) => (
          <section key={Sku}>
            <Title order={3} size="h4">
              {Sku}{' '}
              <Text span c="dimmed">
                {Before === undefined ? t('store.isNew') : After === undefined ? t('store.isRemoved') : ''}
              </Text>
            </Title>
            {Before !== undefined && After !== undefined && <JsonDiff before={Before} after={After} />}
          </section>
        ))}
        <FormProblem error={apply.error} />
        {compared && compared.Differences.length > 0 && (
          <Group align="flex-end">
            <TextInput
              label={t('confirm.reason')}
              description={t('confirm.reasonText')}
              maxLength={1000}
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
              style={{ flexGrow: 1 }}
            />
            <Button loading={apply.isPending} onClick={() => apply.mutate(compared.Version)}>
              {t('store.import')}
            </Button>
          </Group>
        )}
      </Stack>
    </Modal>
  );
}
