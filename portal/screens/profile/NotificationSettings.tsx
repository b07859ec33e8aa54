import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { PushSettings } from '#model/push.ts';
import { apiClient } from '#portal/api.ts';
import { getPortalName, runtimeConfig } from '#portal/runtime-config.ts';
import { useSessionNumber } from '#portal/session.ts';
import { Button } from '#portal/ui/Button.tsx';
import { Notice } from '#portal/ui/Notice.tsx';
import { useGamesByName } from '#portal/queries/use-games-by-name.ts';
import { ProfileSection } from './ProfileSection.tsx';
import { syncGameSubscriptions } from '#portal/push/sync-game-subscriptions.ts';
import { useBrowserPush } from '#portal/push/use-browser-push.ts';

export function NotificationSettings() {
  const { t } = useTranslation();
  const session = useSessionNumber();
  const key = ['push', session] as const;
  const choices = useQuery({ queryKey: key, queryFn: () => apiClient.push.choices({}), staleTime: 0 });
  const here = useBrowserPush(() => void choices.refetch());
  const choose = useChoose(key, ({ Topics }) => {
    if (here.isOn) void syncGameSubscriptions(Topics, apiClient.push.save);
  });
  const topics = choices.data?.Topics.map(({ Topic }) => Topic) ?? [];
  const gameOf = useGamesByName(topics.filter((topic) => !topic.startsWith('@')));
  const titleOf = (topic: string): string => {
    if (topic === '@friends' || topic === '@support') return t(`notifications.${topic}`);
    if (topic === '@news') return t('notifications.@news', { portal: getPortalName(runtimeConfig) });
    return gameOf(topic)?.Title ?? topic;
  };
  if (!here.isPossible && (choices.data?.Browsers ?? 0) === 0) return null;
  return (
    <ProfileSection id="notifications" title={t('notifications.title')} error={choose.error ?? here.error}>
      {here.isPossible && (
        <label className="setting">
          <span>{here.isOn ? t('notifications.enabled') : t('notifications.enable')}</span>
          <input
            type="checkbox"
            role="switch"
            className="switch"
            checked={here.isOn}
            aria-checked={here.isOn}
            disabled={here.isBusy || here.isRefused}
            onChange={({ target }) => here.change(target.checked)}
          />
        </label>
      )}
      {here.isRefused && <Notice tone="warning">{t('notifications.blocked')}</Notice>}
      {choices.isError && <Button onClick={() => void choices.refetch()}>{t('retry')}</Button>}
      {choices.data?.Topics.map(({ Topic, On }) => (
        <label key={Topic} className="setting">
          <span dir="auto">{titleOf(Topic)}</span>
          <input
            type="checkbox"
            role="switch"
            className="switch"
            checked={On}
            aria-checked={On}
            onChange={({ target }) => choose.mutate({ Topic, On: target.checked })}
          />
        </label>
      ))}
      {choices.data && <QuietHours choices={choices.data} choose={choose.mutate} />}
    </ProfileSection>
  );
}

type Choice = Parameters<typeof apiClient.push.choose>[0];

function QuietHours({ choices, choose }: { choices: PushSettings; choose: (choice: Choice) => void }) {
  const { t, i18n } = useTranslation();
  const id = useId();
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const { QuietFrom, QuietUntil, TimeZone = here } = choices;
  const format = new Intl.DateTimeFormat(i18n.language, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });
  const hours = Array.from({ length: 24 }, (_, hour) => format.format(new Date(Date.UTC(2026, 0, 1, hour))));
  const select = (name: string, label: string, value: number, pick: (hour: number) => Partial<PushSettings>) => (
    <div className="setting">
      <label htmlFor={id + name}>{label}</label>
      <select
        id={id + name}
        value={value}
        onChange={({ target }) => choose({ QuietFrom, QuietUntil, TimeZone: here, ...pick(Number(target.value)) })}
      >
        {hours.map((shown, hour) => (
          <option key={shown} value={hour}>
            {shown}
          </option>
        ))}
      </select>
    </div>
  );
  return (
    <fieldset className="quiet">
      <legend>{t('notifications.quietHours')}</legend>
      {select('from', t('notifications.from'), QuietFrom, (hour) => ({ QuietFrom: hour }))}
      {select('until', t('notifications.until'), QuietUntil, (hour) => ({ QuietUntil: hour }))}
      <p className="muted">{t('notifications.quietHoursHint', { zone: TimeZone.replaceAll('_', ' ') })}</p>
    </fieldset>
  );
}

/** Optimistic: rolled back if the call fails. */
function useChoose(key: readonly ['push', number], onChosen: (choices: PushSettings) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (choice: Choice) => apiClient.push.choose(choice),
    networkMode: 'always',
    // Changes are sent one after the other, so that the last click wins.
    scope: { id: 'push' },
    onMutate: async ({ Topic, On, ...quiet }) => {
      await queries.cancelQueries({ queryKey: key });
      const before = queries.getQueryData<PushSettings>(key);
      const topics = before?.Topics.map((each) => (each.Topic === Topic && On !== undefined ? { ...each, On } : each));
      if (before && topics) queries.setQueryData<PushSettings>(key, { ...before, ...quiet, Topics: topics });
      return before;
    },
    onSuccess: (choices) => {
      queries.setQueryData(key, choices);
      onChosen(choices);
    },
    onError: (_, __, before) => queries.setQueryData(key, before),
  });
}
