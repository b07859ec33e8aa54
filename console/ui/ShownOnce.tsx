// A secret that is shown once.
import { Alert, Button, Code, Group, Modal, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CopyButton } from './CopyButton.tsx';
import { Icon } from './Icon.tsx';

interface ShownOnceProps {
  readonly title: string;
  /** What to do with it. */
  readonly text: string;
  readonly secret: string;
  readonly onClose: () => void;
}

export function ShownOnce({ title, text, secret, onClose }: ShownOnceProps) {
  const { t } = useTranslation();
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('common.close') }}>
      <Stack>
        <Alert color="yellow" icon={<Icon name="alert" />}>
          {text}
        </Alert>
        <Group wrap="nowrap" gap="xs">
          <Code block style={{ flex: 1, whiteSpace: 'pre-wrap', wordBreak: 'break-all' }}>
            {secret}
          </Code>
          <CopyButton text={secret} />
        </Group>
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('common.done')}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
