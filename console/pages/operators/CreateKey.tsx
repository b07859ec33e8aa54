import { Alert, Button, Code, Group, Modal, MultiSelect, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { permissions, permissionsOfKeys, type Permission } from '#model/operator.ts';
import { api } from '#console/api.ts';
import { CopyButton } from '#console/ui/CopyButton.tsx';
import { FormModal } from '#console/ui/FormModal.tsx';
import { useReturnFocus } from '#console/ui/use-return-focus.ts';
import { Icon } from '#console/ui/Icon.tsx';
import { useAction } from '#console/ui/use-action.ts';
import { operatorsQuery } from './operators-query.ts';

export function CreateKey({ onClose }: { onClose: () => void }) {
  useReturnFocus();
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<Permission[]>([]);
  const create = useAction({
    run: () => api.operatorAdmin.createKey({ Name: name.trim(), Permissions: chosen }),
    changes: [operatorsQuery.queryKey],
    showsError: false,
  });
  if (create.data) return <CreatedKey value={create.data.Key} onClose={onClose} />;
  return (
    <FormModal
      title={t('operators.createKey')}
      action={t('operators.createKey')}
      isDisabled={chosen.length === 0}
      isRunning={create.isPending}
      error={create.error}
      onClose={onClose}
      onSubmit={() => create.mutate()}
    >
      <Stack>
        <TextInput
          required
          maxLength={60}
          data-autofocus
          label={t('operators.name')}
          description={t('operators.keyNameText')}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <MultiSelect
          label={t('operators.permissions')}
          required
          searchable
          hidePickedOptions
          data={permissionsOfKeys.map((value) => ({ value, label: value }))}
          renderOption={({ option }) => (
            <div>
              <Text className="mono">{option.value}</Text>
              <Text size="sm" c="dimmed">
                {permissions[option.value]}
              </Text>
            </div>
          )}
          value={chosen}
          onChange={(values) => setChosen(values)}
        />
      </Stack>
    </FormModal>
  );
}

function CreatedKey({ value, onClose }: { value: string; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('operators.keyCreated')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack>
        <Alert color="yellow" icon={<Icon name="alert" />}>
          {t('operators.keyShownOnce')}
        </Alert>
        <Group wrap="nowrap" gap="xs">
          <Code block style={{ flex: 1, whiteSpace: 'pre-wrap', wordBreak: 'break-all' }}>
            {value}
          </Code>
          <CopyButton text={value} label={t('operators.copyKey')} />
        </Group>
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('common.done')}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
