// A draft of any file of the content: texts of the portal, a game, its products, word lists. Documents and news have
// editors of their own.
import { Alert, Button, Group, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { api } from '#console/api.ts';
import { useOperator } from '#console/session.ts';
import { FilterText } from '#console/ui/FilterText.tsx';
import type { JsonValue } from '#console/ui/form-schema.ts';
import { FormProblem } from '#console/ui/FormProblem.tsx';
import { JsonField } from '#console/ui/JsonField.tsx';
import { LoadFailed } from '#console/ui/LoadFailed.tsx';
import { PageHeader } from '#console/ui/PageHeader.tsx';
import { useAction } from '#console/ui/use-action.ts';
import { PageSkeleton } from '#console/shell/PageSkeleton.tsx';
import { useDraftStart, type DraftStart } from './use-draft-start.ts';

const examples = [
  ['portal.json', 'content.change'],
  ['words.json', 'content.change'],
  ['rates.json', 'products.change'],
] as const;

export function EditContentPage() {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const { can } = useOperator();
  const object = params.get('object') ?? '';
  const listed = examples.filter(([, permission]) => can(permission));
  const choose = (name: string) => setParams({ object: name }, { replace: true });
  return (
    <>
      <PageHeader
        title={object === '' ? t('drafts.other') : object}
        text={t('drafts.otherText')}
        above={[{ title: t('drafts.title'), path: '/drafts' }]}
      />
      <Stack>
        <Group align="flex-end">
          <FilterText
            label={t('drafts.object')}
            value={object}
            placeholder={can('content.change') ? 'games/…/game.json' : 'games/…/products.json'}
            onChange={choose}
          />
          {listed.map(([name]) => (
            <Button key={name} variant="default" onClick={() => choose(name)}>
              {name}
            </Button>
          ))}
        </Group>
        {object !== '' && <ContentEditor key={object} object={object} />}
      </Stack>
    </>
  );
}

function ContentEditor({ object }: { object: string }) {
  const start = useQuery(useDraftStart(object));
  if (start.error) return <LoadFailed error={start.error} retry={() => void start.refetch()} />;
  return start.data ? <ContentForm object={object} start={start.data} /> : <PageSkeleton />;
}

function ContentForm({ object, start }: { object: string; start: DraftStart }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [value, setValue] = useState(start.value as JsonValue | undefined);
  const [note, setNote] = useState(start.note);
  const save = useAction({
    run: () =>
      api.operatorDrafts.save({
        DraftId: start.draftId,
        Object: object,
        Version: start.version,
        Json: JSON.stringify(value),
        Note: note.trim() === '' ? undefined : note.trim(),
      }),
    done: t('drafts.saved'),
    changes: [['drafts']],
    onDone: ({ DraftId }) => void navigate(`/drafts/${DraftId}`),
    showsError: false,
  });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        {start.value === undefined && <Alert color="gray">{t('drafts.isNew')}</Alert>}
        <JsonField label={object} value={value} onChange={setValue} />
        <TextInput
          label={t('drafts.note')}
          maxLength={1000}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <FormProblem error={save.error} />
        <Group justify="flex-end">
          <Button type="submit" loading={save.isPending} disabled={value === undefined}>
            {t('drafts.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
