import { Alert, Button, Checkbox, Group, MultiSelect, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { localeNames, locales } from '#model/locale.ts';
import { api } from '#console/api.ts';
import { useFormats } from '#console/i18n/use-formats.ts';
import { FilterText } from '#console/ui/FilterText.tsx';
import { FormProblem } from '#console/ui/FormProblem.tsx';
import { PageHeader } from '#console/ui/PageHeader.tsx';
import { useAction } from '#console/ui/use-action.ts';
import { PushPreview } from './PushPreview.tsx';
import { toPushTexts, type PushTexts } from './push-texts.ts';

export function ComposePage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  // A second click on "Send" is the same message.
  const [messageId] = useState(() => crypto.randomUUID());
  const [texts, setTexts] = useState<PushTexts>({ en: { title: '', body: '' } });
  const [game, setGame] = useState('');
  const [page, setPage] = useState('');
  const [isMarketing, setMarketing] = useState(false);
  const [time, setTime] = useState('');
  const shown = locales.filter((locale) => texts[locale] !== undefined);
  const isComplete = shown.length > 0 && shown.every((locale) => texts[locale]?.title && texts[locale].body);
  const send = useAction({
    run: () =>
      api.operatorPush.send({
        Id: messageId,
        Game: game === '' ? undefined : game,
        ...toPushTexts(texts),
        Marketing: isMarketing,
        Page: page.trim() === '' ? undefined : page.trim(),
        SendAt: time === '' ? undefined : new Date(time).toISOString(),
        TtlSeconds: undefined,
      }),
    done: t(time === '' ? 'push.isSent' : 'push.isScheduled'),
    changes: [['push']],
    onDone: () => void navigate('/push'),
    showsError: false,
  });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    send.mutate();
  };
  return (
    <>
      <PageHeader title={t('push.compose')} above={[{ title: t('push.title'), path: '/push' }]} />
      <form onSubmit={submit}>
        <Stack maw={900}>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <FilterText label={t('push.game')} placeholder={t('push.portalNews')} value={game} onChange={setGame} />
            <TextInput
              label={t('push.page')}
              description={t('push.pageText')}
              maxLength={500}
              value={page}
              onChange={(event) => setPage(event.currentTarget.value)}
            />
          </SimpleGrid>
          <Checkbox
            label={t('push.marketing')}
            description={t('push.marketingText')}
            checked={isMarketing}
            onChange={(event) => setMarketing(event.currentTarget.checked)}
          />
          <Audience game={game} isMarketing={isMarketing} />
          <MultiSelect
            label={t('push.languages')}
            description={t('push.languagesText')}
            data={locales.map((value) => ({ value, label: localeNames[value] }))}
            value={shown}
            onChange={(chosen) =>
              setTexts(
                Object.fromEntries(
                  locales
                    .filter((locale) => chosen.includes(locale))
                    .map((locale) => [locale, texts[locale] ?? { title: '', body: '' }]),
                ),
              )
            }
          />
          {shown.map((locale) => {
            const text = texts[locale] ?? { title: '', body: '' };
            const write = (change: Partial<typeof text>): void =>
              setTexts({ ...texts, [locale]: { ...text, ...change } });
            const language = localeNames[locale];
            return (
              <SimpleGrid key={locale} cols={{ base: 1, sm: 2 }}>
                <Stack gap="xs">
                  <TextInput
                    required
                    maxLength={100}
                    lang={locale}
                    label={t('push.titleIn', { language })}
                    value={text.title}
                    onChange={(event) => write({ title: event.currentTarget.value })}
                  />
                  <Textarea
                    required
                    autosize
                    minRows={2}
                    maxLength={400}
                    lang={locale}
                    label={t('push.bodyIn', { language })}
                    value={text.body}
                    onChange={(event) => write({ body: event.currentTarget.value })}
                  />
                </Stack>
                <PushPreview language={language} lang={locale} title={text.title} body={text.body} />
              </SimpleGrid>
            );
          })}
          <TextInput
            type="datetime-local"
            label={t('push.sendAt')}
            description={t('push.sendAtText')}
            value={time}
            onChange={(event) => setTime(event.currentTarget.value)}
          />
          <FormProblem error={send.error} />
          <Group justify="flex-end">
            <Button type="submit" loading={send.isPending} disabled={!isComplete}>
              {t(time === '' ? 'push.send' : 'push.schedule')}
            </Button>
          </Group>
        </Stack>
      </form>
    </>
  );
}

function Audience({ game, isMarketing }: { game: string; isMarketing: boolean }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { data, error } = useQuery({
    queryKey: ['push', 'audience', game, isMarketing],
    queryFn: () => api.operatorPush.audience({ Game: game === '' ? undefined : game, Marketing: isMarketing }),
    retry: false,
  });
  if (error) return <FormProblem error={error} />;
  if (!data) return null;
  const players = formats.number(data.Players);
  return (
    <Alert color="blue">
      {t(data.IsMore ? 'push.audienceMore' : 'push.audience', { players, count: data.Players })}{' '}
      {t('push.caps', { perDay: data.PerDay, perGame: data.PerGameAndDay })}
    </Alert>
  );
}
