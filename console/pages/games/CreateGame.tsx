import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { api } from '#console/api.ts';
import { FormModal } from '#console/ui/FormModal.tsx';
import { useAction } from '#console/ui/use-action.ts';

export function CreateGame({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [title, setTitle] = useState('');
  const [name, setName] = useState<string>();
  const game = name ?? suggestName(title);
  const create = useAction({
    run: () => api.operatorGames.create({ NewGame: game, Title: title.trim() }),
    done: t('games.created', { name: title.trim() }),
    changes: [['games']],
    onDone: () => void navigate(`/games/${game}`),
    showsError: false,
  });
  return (
    <FormModal
      title={t('games.create')}
      action={t('games.createAction')}
      isDisabled={title.trim() === '' || game === ''}
      isRunning={create.isPending}
      error={create.error}
      onClose={onClose}
      onSubmit={() => create.mutate()}
    >
      <TextInput
        required
        data-autofocus
        maxLength={100}
        label={t('games.gameTitle')}
        value={title}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      <TextInput
        required
        maxLength={63}
        pattern="[a-z0-9]([a-z0-9\-]*[a-z0-9])?"
        label={t('games.name')}
        description={t('games.nameText')}
        value={game}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </FormModal>
  );
}

const suggestName = (title: string): string =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 63);
