import { Alert, Button, Group, List, Stack, Text, TextInput } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#contract/api-error.ts';
import { api } from '#console/api.ts';
import { useOperator } from '#console/session.ts';
import type { FormSchema, JsonValue } from '#console/ui/form-schema.ts';
import { FormProblem } from '#console/ui/FormProblem.tsx';
import { JsonDiff } from '#console/ui/JsonDiff.tsx';
import { LoadFailed } from '#console/ui/LoadFailed.tsx';
import { SchemaForm } from '#console/ui/SchemaForm.tsx';
import { TableSkeleton } from '#console/ui/TableSkeleton.tsx';
import { useAction } from '#console/ui/use-action.ts';
import { toFormErrors } from './to-form-errors.ts';

type Document = Readonly<Record<string, JsonValue>>;
type Configuration = Awaited<ReturnType<typeof api.operatorGames.configuration>>;

const configurationQuery = (game: string) =>
  queryOptions({
    queryKey: ['games', 'configuration', game],
    queryFn: () => api.operatorGames.configuration({ Game: game }),
    // Reading again would discard what the operator has typed.
    staleTime: Infinity,
  });

export function ConfigurationTab({ game }: { game: string }) {
  const query = useQuery(configurationQuery(game));
  if (query.error && !query.data) return <LoadFailed error={query.error} retry={() => void query.refetch()} />;
  if (!query.data)
    return (
      <table>
        <tbody>
          <TableSkeleton columns={2} />
        </tbody>
      </table>
    );
  return (
    <ConfigurationForm key={query.data.Version} game={game} configuration={query.data} reload={() => query.refetch()} />
  );
}

interface ConfigurationFormProps {
  readonly game: string;
  readonly configuration: Configuration;
  readonly reload: () => Promise<unknown>;
}

function ConfigurationForm({ game, configuration, reload }: ConfigurationFormProps) {
  const { t } = useTranslation();
  const { can } = useOperator();
  // The server sends its own document.
  const saved = configuration.Document as Document;
  const [value, setValue] = useState(saved);
  const [reason, setReason] = useState('');
  const isChanged = JSON.stringify(value) !== JSON.stringify(saved);
  const save = useAction({
    run: () =>
      api.operatorGames.saveConfiguration({
        Game: game,
        Version: configuration.Version,
        Document: JSON.stringify(value),
        Reason: reason.trim() || undefined,
      }),
    done: ({ Notes }) => [t('common.saved'), ...Notes].join(' '),
    changes: [['games']],
    onDone: () => void reload(),
    showsError: false,
  });
  const fields = save.error instanceof ApiError ? save.error.fields : {};
  const isConflict = save.error instanceof ApiError && save.error.code === 'Conflict';
  return (
    <Stack maw={860}>
      <SchemaForm
        schema={configuration.Schema as FormSchema}
        value={value}
        onChange={setValue}
        errors={toFormErrors(fields)}
        languages={['en', 'ru']}
        isReadOnly={!can('games.configure')}
      />
      {isChanged && <JsonDiff before={saved} after={value} />}
      {isConflict ? (
        <Alert color="yellow" role="alert" title={t('games.configuration.conflict')}>
          <Text>{save.error?.message}</Text>
          <Button mt="sm" size="xs" variant="default" onClick={() => void reload()}>
            {t('games.configuration.reload')}
          </Button>
        </Alert>
      ) : Object.keys(fields).length > 0 ? (
        <Alert color="red" role="alert" title={t('games.configuration.invalid')}>
          <List size="sm">
            {Object.entries(fields).map(([path, said]) => (
              <List.Item key={path}>
                <span className="mono">{path}</span> {said}
              </List.Item>
            ))}
          </List>
        </Alert>
      ) : (
        <FormProblem error={save.error} />
      )}
      {can('games.configure') && (
        <Group align="flex-end">
          <TextInput
            label={t('confirm.reason')}
            description={t('confirm.reasonText')}
            maxLength={1000}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            style={{ flexGrow: 1 }}
          />
          <Button variant="default" disabled={!isChanged} onClick={() => setValue(saved)}>
            {t('games.configuration.undo')}
          </Button>
          <Button disabled={!isChanged} loading={save.isPending} onClick={() => save.mutate()}>
            {t('common.save')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
