import { Alert, Button, Group, MultiSelect, Select, Stack } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#console/api.ts';
import { useOperator } from '#console/session.ts';
import { ConfirmWithReason } from '#console/ui/ConfirmWithReason.tsx';
import type { FormSchema } from '#console/ui/form-schema.ts';
import { FormProblem } from '#console/ui/FormProblem.tsx';
import { SchemaForm } from '#console/ui/SchemaForm.tsx';
import { useAction } from '#console/ui/use-action.ts';
import { markSecrets } from './mark-secrets.ts';
import { readFieldErrors } from './read-field-errors.ts';
import { useFormValues } from './use-form-values.ts';

type Stored = Awaited<ReturnType<typeof api.operatorSettings.adapter>>;
export type Family = Parameters<typeof api.operatorSettings.adapter>[0]['Family'];

interface AdapterFormProps {
  readonly family: Family;
  readonly adapter: string;
  readonly game: string | undefined;
  readonly stored: Stored;
}

export function AdapterForm({ family, adapter, game, stored }: AdapterFormProps) {
  const { t } = useTranslation();
  const mayChange = useOperator().can('settings.change');
  const { values, setValues, isChanged } = useFormValues(stored.Values, stored.Version);
  const [trust, setTrust] = useState(stored.Trust);
  const [cleared, setCleared] = useState<string[]>([]);
  const [isRemoving, setRemoving] = useState(false);
  const owner = { Family: family, Adapter: adapter, Game: game };
  const changes = [['settings']];
  const schema = useMemo(
    () =>
      markSecrets(stored.Schema as FormSchema, {
        all: stored.Secrets,
        set: stored.SetSecrets,
        note: t('settings.secretIsSet'),
      }),
    [stored, t],
  );
  const save = useAction({
    run: () =>
      api.operatorSettings.saveAdapter({
        ...owner,
        Values: JSON.stringify(values),
        ClearSecrets: cleared,
        Trust: trust,
        Version: stored.Version,
        Reason: undefined,
      }),
    done: t('common.saved'),
    changes,
    onDone: () => setCleared([]),
    showsError: false,
  });
  const remove = useAction({
    run: (Reason: string) => api.operatorSettings.removeAdapter({ ...owner, Reason }),
    done: t('settings.removed'),
    changes,
    onDone: () => setRemoving(false),
  });
  const test = useAction({ run: () => api.operatorSettings.testAdapter(owner) });
  return (
    <Stack maw={720} mt="md">
      <SchemaForm
        schema={schema}
        value={values}
        onChange={setValues}
        errors={readFieldErrors(save.error)}
        isReadOnly={!mayChange}
      />
      {stored.SetSecrets.length > 0 && mayChange && (
        <MultiSelect
          label={t('settings.clearSecrets')}
          description={t('settings.clearSecretsText')}
          data={stored.SetSecrets}
          value={cleared}
          onChange={setCleared}
        />
      )}
      {stored.HasTrust && (
        <Select
          label={t('settings.trust')}
          description={t('settings.trustText')}
          clearable={stored.Trust === undefined}
          placeholder={t('settings.trustUsual')}
          readOnly={!mayChange}
          data={(['portal', 'game'] as const).map((value) => ({ value, label: t(`settings.trusts.${value}`) }))}
          value={trust ?? null}
          onChange={(value) => setTrust(value ?? undefined)}
        />
      )}
      <FormProblem error={save.error} />
      {mayChange && (
        <Group>
          <Button
            disabled={!isChanged && cleared.length === 0 && trust === stored.Trust}
            loading={save.isPending}
            onClick={() => save.mutate()}
          >
            {t('common.save')}
          </Button>
          {stored.IsTestable && stored.Version !== undefined && (
            <Button variant="default" disabled={isChanged} loading={test.isPending} onClick={() => test.mutate()}>
              {t('settings.test')}
            </Button>
          )}
          {stored.Version !== undefined && (
            <Button variant="subtle" color="red" onClick={() => setRemoving(true)}>
              {t('settings.remove')}
            </Button>
          )}
        </Group>
      )}
      {test.data?.Findings.map(({ Verdict, Text }) => (
        <Alert
          key={Text}
          role="status"
          color={{ ok: 'teal', warning: 'yellow', problem: 'red' }[Verdict]}
          title={t(`settings.testResults.${Verdict}`, { title: stored.Title })}
        >
          {Text}
        </Alert>
      ))}
      <ConfirmWithReason
        isOpen={isRemoving}
        isDangerous
        onClose={() => setRemoving(false)}
        title={t('settings.remove')}
        text={t('settings.removeText')}
        action={t('settings.remove')}
        isRunning={remove.isPending}
        onConfirm={(reason) => remove.mutate(reason)}
      />
    </Stack>
  );
}
