// A dialog with a form.
import { Button, Group, Modal, Stack } from '@mantine/core';
import type { ReactNode, SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { FormProblem } from './FormProblem.tsx';
import { useReturnFocus } from './use-return-focus.ts';

interface FormModalProps {
  readonly title: string;
  /** The label of the button. */
  readonly action: string;
  readonly isDisabled?: boolean;
  readonly isRunning?: boolean;
  readonly error?: unknown;
  readonly size?: number;
  readonly children: ReactNode;
  readonly onClose: () => void;
  readonly onSubmit: () => void;
}

export function FormModal(props: FormModalProps) {
  useReturnFocus();
  const {
    title,
    action,
    isDisabled = false,
    isRunning = false,
    error,
    size = 480,
    children,
    onClose,
    onSubmit,
  } = props;
  const { t } = useTranslation();
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <Modal opened onClose={onClose} title={title} size={size} closeButtonProps={{ 'aria-label': t('common.close') }}>
      <form onSubmit={submit}>
        <Stack>
          {children}
          <FormProblem error={error} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" disabled={isDisabled} loading={isRunning}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
