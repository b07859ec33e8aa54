import { Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#console/api.ts';
import { FormModal } from '#console/ui/FormModal.tsx';
import { useAction } from '#console/ui/use-action.ts';
import { operatorsQuery, type StudioRow } from './operators-query.ts';
import { isComplete, RoleFields, toRoleInput, type RoleChoice } from './RoleFields.tsx';

export function InviteOperator({ studios, onClose }: { studios: readonly StudioRow[]; onClose: () => void }) {
  const { t } = useTranslation();
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [role, setRole] = useState<RoleChoice>({ Role: 'support', Studio: undefined });
  const invite = useAction({
    run: () => api.operatorAdmin.invite({ Email: email.trim(), Name: name.trim(), ...toRoleInput(role) }),
    done: t('operators.invited', { email: email.trim() }),
    changes: [operatorsQuery.queryKey],
    onDone: onClose,
    showsError: false,
  });
  return (
    <FormModal
      title={t('operators.inviteTitle')}
      action={t('operators.sendInvitation')}
      isDisabled={!isComplete(role)}
      isRunning={invite.isPending}
      error={invite.error}
      onClose={onClose}
      onSubmit={() => invite.mutate()}
    >
      <Stack>
        <TextInput
          type="email"
          required
          maxLength={254}
          data-autofocus
          label={t('operators.email')}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <TextInput
          required
          maxLength={100}
          label={t('operators.name')}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <RoleFields value={role} studios={studios} onChange={setRole} />
      </Stack>
    </FormModal>
  );
}
