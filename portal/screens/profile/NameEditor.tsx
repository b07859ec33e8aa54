import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AccountOverview, Profile } from '#model/account.ts';
import { apiClient } from '#portal/api.ts';
import { useSessionNumber } from '#portal/session.ts';
import { Button } from '#portal/ui/Button.tsx';
import { Field } from '#portal/ui/Field.tsx';
import { useForm } from '#portal/ui/use-form.ts';
import { useProfileAccount } from './account-context.ts';
import { getAccountChangeErrorTextKey } from '#portal/sign-in/change-error.ts';
import { accountOverviewKey } from './use-overview.ts';

export function NameEditor() {
  const { t } = useTranslation();
  const { Name } = useProfileAccount().overview.Account;
  const [isEditing, setIsEditing] = useState(false);
  const heading = useRef<HTMLDivElement>(null);
  const wasEditing = useRef(false);
  // The edit button was hidden while the field was shown.
  useEffect(() => {
    if (!isEditing && wasEditing.current) heading.current?.querySelector('button')?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  if (isEditing) return <NameForm leave={() => setIsEditing(false)} />;
  return (
    <div className="name" ref={heading}>
      <h1>
        <bdi>{Name}</bdi>
      </h1>
      <Button
        kind="quiet"
        className="pencil"
        aria-label={t('profile.editName')}
        title={t('profile.editName')}
        onClick={() => setIsEditing(true)}
      >
        <Pencil />
      </Button>
    </div>
  );
}

function NameForm({ leave }: { leave: () => void }) {
  const { t } = useTranslation();
  const { Name } = useProfileAccount().overview.Account;
  const rename = useRename(leave);
  const [draft, setDraft] = useState<string>(Name);
  const name = draft.trim();
  const isWrong = name.length < 1 || name.length > maxName;
  const { form, field } = useForm({
    errors: { name: isWrong ? t('profile.invalidName') : undefined },
    failure: rename.error,
    refusals: { name: { field: 'Name', error: t('profile.invalidName') } },
    isBusy: rename.isPending,
    isEager: true,
    send: () => (name === Name ? leave() : rename.mutate(name)),
  });
  const failed = rename.isError ? { error: t(getAccountChangeErrorTextKey(rename.error)) } : {};
  return (
    <form className="name-form" {...form}>
      <h1 className="unseen">{Name}</h1>
      <Field
        label={t('profile.name')}
        value={draft}
        onChange={({ target }) => {
          rename.reset();
          setDraft(target.value);
        }}
        onKeyDown={({ key }) => {
          if (key === 'Escape') leave();
        }}
        autoComplete="nickname"
        dir="auto"
        autoFocus
        {...failed}
        {...field('name')}
      />
      <div className="actions">
        <Button kind="primary" type="submit" busy={rename.isPending} disabled={isWrong}>
          {t('profile.save')}
        </Button>
        <Button onClick={leave}>{t('confirmModal.cancel')}</Button>
      </div>
    </form>
  );
}

function useRename(onDone: () => void) {
  const { t } = useTranslation();
  const { announce } = useProfileAccount();
  const session = useSessionNumber();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => apiClient.profile.settings({ Name: name }),
    networkMode: 'always',
    onSuccess: (account) => {
      const set = { Name: account.Name };
      queries.setQueryData<AccountOverview>(
        accountOverviewKey(session),
        (before) => before && { ...before, Account: { ...before.Account, ...set } },
      );
      queries.setQueryData<Profile>(['profile', session], (before) => before && { ...before, ...set });
      onDone();
      announce(t('profile.done'));
    },
  });
}

const maxName = 80;

function Pencil() {
  return (
    <svg
      className="icon"
      viewBox="0 0 24 24"
      width="18"
      height="18"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M4 20l1-4.5L16.5 4a2.1 2.1 0 0 1 3 0l.5.5a2.1 2.1 0 0 1 0 3L8.5 19zM14.5 6l3.5 3.5" />
    </svg>
  );
}
