// Word lists of the portal and of games, and a field that shows what the filter does.
import { Button, Group, Select, Skeleton, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Static } from 'typebox';
import type { WordListInfo } from '#contract/console/moderation.ts';
import { api } from '#console/api.ts';
import { useOperator } from '#console/session.ts';
import { ConfirmWithReason } from '#console/ui/ConfirmWithReason.tsx';
import { LoadFailed } from '#console/ui/LoadFailed.tsx';
import { useAction } from '#console/ui/use-action.ts';
import { joinWords, splitWords } from './words.ts';

type WordList = Static<typeof WordListInfo>;
/** No game has this name. */
const portal = '*';

export function WordLists() {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<string>(portal);
  const [added, setAdded] = useState('');
  const query = useQuery({
    queryKey: ['moderation', 'words'],
    queryFn: () => api.operatorModeration.wordLists({}),
  });
  if (!query.data)
    return query.error ? (
      <LoadFailed error={query.error} retry={() => void query.refetch()} />
    ) : (
      <Skeleton height={200} aria-label={t('common.loading')} />
    );
  const { Lists, HasShippedList } = query.data;
  const games = [...new Set([...Lists.flatMap(({ Game }) => Game ?? []), ...(chosen === portal ? [] : [chosen])])];
  const list = Lists.find(({ Game = portal }) => Game === chosen);
  return (
    <Stack maw={720}>
      <Group align="flex-end">
        <Select
          label={t('moderation.list')}
          allowDeselect={false}
          data={[
            { value: portal, label: t('moderation.portalList') },
            ...games.map((value) => ({ value, label: value })),
          ]}
          value={chosen}
          onChange={(value) => setChosen(value ?? portal)}
        />
        <TextInput
          label={t('moderation.addGame')}
          maxLength={63}
          value={added}
          onChange={(event) => setAdded(event.currentTarget.value)}
          onKeyDown={({ key }) => {
            if (key === 'Enter' && added.trim() !== '') setChosen(added.trim());
          }}
        />
      </Group>
      {chosen === portal && HasShippedList && <Text c="dimmed">{t('moderation.shipped')}</Text>}
      <EditWordList key={`${chosen} ${list?.UpdatedAt ?? ''}`} game={chosen} list={list} />
      <TestWords game={chosen} />
    </Stack>
  );
}

function EditWordList({ game, list }: { game: string; list: WordList | undefined }) {
  const { t } = useTranslation();
  const { can } = useOperator();
  const [text, setText] = useState(joinWords(list?.Words ?? []));
  const [asked, setAsked] = useState<'save' | 'remove'>();
  const Game = game === portal ? undefined : game;
  const run = useAction({
    run: (Reason: string): Promise<unknown> =>
      asked === 'remove'
        ? api.operatorModeration.removeWordList({ Game, Reason })
        : api.operatorModeration.saveWordList({ Game, Words: splitWords(text), UpdatedAt: list?.UpdatedAt, Reason }),
    done: t(asked === 'remove' ? 'moderation.listRemoved' : 'moderation.wordsSaved'),
    changes: [['moderation']],
    onDone: () => setAsked(undefined),
  });
  const canChange = can('moderation.change');
  return (
    <>
      <Textarea
        label={t('moderation.words')}
        description={t('moderation.wordsText')}
        autosize
        minRows={8}
        maxRows={24}
        readOnly={!canChange}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {canChange && (
        <Group justify="flex-end" gap="xs">
          {list && (
            <Button variant="default" onClick={() => setAsked('remove')}>
              {t('moderation.removeList')}
            </Button>
          )}
          <Button disabled={text === joinWords(list?.Words ?? [])} onClick={() => setAsked('save')}>
            {t('common.save')}
          </Button>
        </Group>
      )}
      {asked && (
        <ConfirmWithReason
          isOpen
          onClose={() => setAsked(undefined)}
          title={t(`moderation.${asked}Title`)}
          text={t(`moderation.${asked}Text`)}
          action={t(asked === 'save' ? 'common.save' : 'moderation.removeList')}
          isDangerous={asked === 'remove'}
          isRunning={run.isPending}
          onConfirm={run.mutate}
        />
      )}
    </>
  );
}

function TestWords({ game }: { game: string }) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [asked] = useDebouncedValue(text, 350);
  const query = useQuery({
    queryKey: ['moderation', 'words', 'test', game, asked],
    queryFn: () => api.operatorModeration.testWords({ Game: game === portal ? undefined : game, Text: asked }),
    enabled: asked.trim() !== '',
  });
  return (
    <Stack gap="xs">
      <TextInput
        label={t('moderation.test')}
        maxLength={4000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {query.error && <LoadFailed error={query.error} />}
      <Text aria-live="polite">
        {query.data &&
          (query.data.Changed ? `${t('moderation.testText')}: ${query.data.Text}` : t('moderation.unchanged'))}
      </Text>
    </Stack>
  );
}
