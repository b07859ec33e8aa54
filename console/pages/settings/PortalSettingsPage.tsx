import { Button, Group, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#console/api.ts';
import { useOperator } from '#console/session.ts';
import type { FormSchema } from '#console/ui/form-schema.ts';
import { FormProblem } from '#console/ui/FormProblem.tsx';
import { LoadFailed } from '#console/ui/LoadFailed.tsx';
import { PageHeader } from '#console/ui/PageHeader.tsx';
import { SchemaForm } from '#console/ui/SchemaForm.tsx';
import { useAction } from '#console/ui/use-action.ts';
import { readFieldErrors } from './read-field-errors.ts';
import { useFormValues } from './use-form-values.ts';

const queryKey = ['settings', 'portal'];
const languages = ['en', 'ru'] as const;

export function PortalSettingsPage() {
  const { t } = useTranslation();
  const query = useQuery({ queryKey, queryFn: () => api.operatorSettings.portal({}) });
  return (
    <>
      <PageHeader title={t('settings.portal')} above={[{ title: t('settings.title'), path: '/settings' }]} />
      {query.error && !query.data && <LoadFailed error={query.error} retry={() => void query.refetch()} />}
      {!query.data && !query.error && <Skeleton height={320} />}
      {query.data && <PortalForm portal={query.data} />}
    </>
  );
}

function PortalForm({ portal }: { portal: Awaited<ReturnType<typeof api.operatorSettings.portal>> }) {
  const { t } = useTranslation();
  const mayChange = useOperator().can('settings.change');
  const { values, setValues, isChanged } = useFormValues(portal.Values, portal.Version);
  const save = useAction({
    run: () =>
      api.operatorSettings.savePortal({
        Values: JSON.stringify(values),
        Version: portal.Version,
        Reason: undefined,
      }),
    done: t('common.saved'),
    changes: [queryKey],
    showsError: false,
  });
  return (
    <Stack maw={720}>
      <SchemaForm
        schema={portal.Schema as FormSchema}
        value={values}
        onChange={setValues}
        languages={languages}
        errors={readFieldErrors(save.error)}
        isReadOnly={!mayChange}
      />
      <FormProblem error={save.error} />
      {mayChange && (
        <Group>
          <Button disabled={!isChanged} loading={save.isPending} onClick={() => save.mutate()}>
            {t('common.save')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
