// Asks before a change that can't be undone, with a reason for the audit log.
import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useState, type ReactNode, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useReturnFocus } from './use-return-focus.ts';

interface ConfirmWithReasonProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** What will happen. */
  readonly text: ReactNode;
  /** The label of the button, such as "Block player". */
  readonly action: string;
  readonly isDangerous?: boolean;
  /** The change may be made without a reason. */
  readonly isReasonOptional?: boolean;
  readonly isRunning?: boolean;
  /** Further fields. */
  readonly children?: ReactNode;
  readonly onConfirm: (reason: string) => void;
}

export function ConfirmWithReason(props: ConfirmWithReasonProps) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={props.isOpen}
      onClose={props.onClose}
      title={props.title}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <ReasonForm {...props} />
    </Modal>
  );
}

function ReasonForm(props: ConfirmWithReasonProps) {
  useReturnFocus();
  const {
    text,
    action,
    isDangerous,
    isReasonOptional = false,
    isRunning = false,
    children,
    onClose,
    onConfirm,
  } = props;
  const { t } = useTranslation();
  const [reason, setReason] = useState('');
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    onConfirm(reason.trim());
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text component="div">{text}</Text>
        {children}
        <Textarea
          label={t('confirm.reason')}
          description={t('confirm.reasonText')}
          required={!isReasonOptional}
          maxLength={1000}
          autosize
          minRows={2}
          maxRows={8}
          data-autofocus
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button
            type="submit"
            loading={isRunning}
            disabled={!isReasonOptional && reason.trim() === ''}
            {...(isDangerous && { color: 'red' })}
          >
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
