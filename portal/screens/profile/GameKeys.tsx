import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { toLocale } from '#model/locale.ts';
import { lazyApiClient } from '#portal/lazy-api.ts';
import { formatDateInUtc } from '#portal/i18n/format-date.ts';
import { useGamesByName } from '#portal/queries/use-games-by-name.ts';
import { useSessionNumber } from '#portal/session.ts';
import { getAccountChangeErrorTextKey } from '#portal/sign-in/change-error.ts';
import { Button } from '#portal/ui/Button.tsx';
import { Field } from '#portal/ui/Field.tsx';
import { Notice } from '#portal/ui/Notice.tsx';
import { useForm } from '#portal/ui/use-form.ts';
import { useProfileAccount } from './account-context.ts';
import { ProfileSection } from './ProfileSection.tsx';

type UnlockedBranch = Awaited<ReturnType<typeof lazyApiClient.launcher.keys>>['Unlocked'][number];

/** Hidden on portals without desktop builds. */
export function GameKeys() {
  const { t } = useTranslation();
  const session = useSessionNumber();
  const keys = useQuery({
    queryKey: ['gameKeys', session],
    queryFn: () => lazyApiClient.launcher.keys({}),
    staleTime: 0,
  });
  if (keys.isPending || keys.data?.IsOffered === false) return null;
  return (
    <ProfileSection id="keys" title={t('keys.title')}>
      {keys.isError ? (
        <Notice
          tone="danger"
          action={
            <Button busy={keys.isFetching} onClick={() => void keys.refetch()}>
              {t('retry')}
            </Button>
          }
        >
          {t('keys.failed')}
        </Notice>
      ) : (
        <UnlockedList unlocked={keys.data.Unlocked} />
      )}
      <KeyForm />
    </ProfileSection>
  );
}

function UnlockedList({ unlocked }: { unlocked: readonly UnlockedBranch[] }) {
  const { t, i18n } = useTranslation();
  const gameOf = useGamesByName(unlocked.map(({ Game }) => Game));
  if (unlocked.length === 0) return <p className="muted">{t('keys.empty')}</p>;
  return (
    <ul className="rows">
      {unlocked.map(({ Game, Branch, ActivatedAt }) => (
        <li key={`${Game} ${Branch ?? ''} ${ActivatedAt}`}>
          <div className="what">
            <p className="title">
              <Link to={`/Games/${Game}#downloads`}>{gameOf(Game)?.Title ?? Game}</Link>
            </p>
            <p className="details">
              <bdi>{Branch ?? t('keys.allVersions')}</bdi>
              <span>{formatDateInUtc(ActivatedAt, toLocale(i18n.language))}</span>
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}

function KeyForm() {
  const { t } = useTranslation();
  const { announce } = useProfileAccount();
  const queries = useQueryClient();
  const [typed, setTyped] = useState('');
  const activation = useMutation({
    mutationFn: async (key: string) => (await lazyApiClient.launcher.redeemKey({ Key: key })).Unlocked,
    networkMode: 'always',
    onMutate: () => announce(''),
    onSuccess: async (unlocked) => {
      if (!unlocked) return;
      setTyped('');
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['gameKeys'] }),
        queries.invalidateQueries({ queryKey: ['downloads'] }),
      ]);
      announce(t('keys.activated'));
    },
  });
  const { form, field } = useForm({
    errors: { key: typed.trim() === '' ? t('keys.missing') : undefined },
    isBusy: activation.isPending,
    send: () => activation.mutate(typed.trim()),
  });
  const failure = activation.isError
    ? t(getAccountChangeErrorTextKey(activation.error))
    : activation.isSuccess && activation.data === undefined
      ? t('keys.invalid')
      : undefined;
  return (
    <form className="key-form" {...form}>
      <Field
        label={t('keys.label')}
        hint={t('keys.hint')}
        value={typed}
        maxLength={100}
        onChange={({ target }) => {
          activation.reset();
          setTyped(target.value);
        }}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        dir="ltr"
        {...(failure !== undefined && { error: failure })}
        {...field('key')}
      />
      <Button kind="primary" type="submit" busy={activation.isPending}>
        {t('keys.activate')}
      </Button>
      {activation.data && <Notice tone="good">{t('keys.activated')}</Notice>}
    </form>
  );
}
