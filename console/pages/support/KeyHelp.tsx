import { Kbd, Modal, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useReturnFocus } from '#console/ui/use-return-focus.ts';

const keys = [
  ['j', 'next'],
  ['k', 'previous'],
  ['r', 'reply'],
  ['n', 'note'],
  ['a', 'assign'],
  ['s', 'saved'],
  ['e', 'close'],
  ['Ctrl+Enter', 'send'],
  ['Esc', 'leave'],
  ['?', 'help'],
] as const;

export function KeyHelp({ onClose }: { onClose: () => void }) {
  useReturnFocus();
  const { t } = useTranslation();
  return (
    <Modal opened onClose={onClose} title={t('support.keys')} closeButtonProps={{ 'aria-label': t('common.close') }}>
      <Table aria-label={t('support.keys')}>
        <Table.Tbody>
          {keys.map(([key, does]) => (
            <Table.Tr key={key}>
              <Table.Td>
                <Kbd>{key}</Kbd>
              </Table.Td>
              <Table.Td>{t(`support.keyList.${does}`)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}
