import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { apiClient } from '#portal/api.ts';
import { log } from '#portal/log.ts';
import { Button } from '#portal/ui/Button.tsx';
import { Field } from '#portal/ui/Field.tsx';
import { Notice } from '#portal/ui/Notice.tsx';
import { useForm } from '#portal/ui/use-form.ts';
import { friendErrorKey } from './friend-error.ts';
import { PlayerList } from './PlayerList.tsx';

const minLetters = 3;

/** Searches players who allow to be found by name. */
export function FindPlayers() {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const finding = useMutation({
    mutationFn: (Name: string) => apiClient.friends.find({ Name }),
    networkMode: 'always',
    onError: (error) => log.warn('The search for players failed.', error),
  });
  const found = finding.data?.Players;
  const isGood = name.trim().length >= minLetters;
  const { form } = useForm({ isBusy: finding.isPending, send: () => isGood && finding.mutate(name.trim()) });
  return (
    <section aria-labelledby="names-of-friends">
      <h3 id="names-of-friends">{t('social.byName')}</h3>
      <form className="one-line" {...form}>
        <Field
          label={t('social.playerName')}
          hint={t('social.byNameText')}
          maxLength={80}
          autoComplete="off"
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <Button type="submit" disabled={!isGood} busy={finding.isPending}>
          {t('social.search')}
        </Button>
      </form>
      {found &&
        (found.length > 0 ? (
          <PlayerList players={found} name={finding.variables} />
        ) : (
          <p role="status">{t('social.notFound')}</p>
        ))}
      {finding.isError && <Notice tone="danger">{t(friendErrorKey(finding.error))}</Notice>}
    </section>
  );
}
