import { Stack, Switch, TagsInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#console/api.ts';
import { FormModal } from '#console/ui/FormModal.tsx';
import { useAction } from '#console/ui/use-action.ts';
import { operatorsQuery, type StudioRow } from './operators-query.ts';

export function SaveStudio({ studio, onClose }: { studio: StudioRow | undefined; onClose: () => void }) {
  const { t } = useTranslation();
  const [name, setName] = useState(studio?.Name ?? '');
  const [id, setId] = useState(studio?.Studio ?? '');
  const [isTrusted, setTrusted] = useState(studio?.IsTrusted ?? false);
  const [games, setGames] = useState<string[]>([...(studio?.Games ?? [])]);
  const save = useAction({
    run: () => api.operatorAdmin.saveStudio({ Studio: id, Name: name.trim(), IsTrusted: isTrusted, Games: games }),
    done: t('common.saved'),
    changes: [operatorsQuery.queryKey],
    onDone: onClose,
    showsError: false,
  });
  return (
    <FormModal
      title={studio?.Name ?? t('operators.addStudio')}
      action={t('common.save')}
      isRunning={save.isPending}
      error={save.error}
      onClose={onClose}
      onSubmit={() => save.mutate()}
    >
      <Stack>
        <TextInput
          required
          maxLength={100}
          data-autofocus
          label={t('operators.studioName')}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          required
          maxLength={63}
          pattern="[a-z0-9][a-z0-9\-]*"
          disabled={studio !== undefined}
          label={t('operators.studioId')}
          description={t('operators.studioIdText')}
          value={id}
          onChange={(event) => setId(event.currentTarget.value)}
        />
        <TagsInput
          label={t('operators.games')}
          description={t('operators.gamesText')}
          splitChars={[',', ' ']}
          maxTags={1000}
          value={games}
          onChange={setGames}
        />
        <Switch
          label={t('operators.trusted')}
          description={t('operators.trustedText')}
          checked={isTrusted}
          onChange={(event) => setTrusted(event.currentTarget.checked)}
        />
      </Stack>
    </FormModal>
  );
}
