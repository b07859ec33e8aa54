import { Button, Group, Image, MultiSelect, Select, SimpleGrid, Stack, TagsInput, TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { localeNames, locales } from '#model/locale.ts';
import { api } from '#console/api.ts';
import { useOperator, usePortal } from '#console/session.ts';
import { FormProblem } from '#console/ui/FormProblem.tsx';
import { MarkdownEditor } from '#console/ui/MarkdownEditor.tsx';
import { useAction } from '#console/ui/use-action.ts';
import type { DraftStart } from '#console/pages/drafts/use-draft-start.ts';
import {
  isPriority,
  priorities,
  readArticleForm,
  toArticleFields,
  type ArticleFormValues,
} from './article-form-values.ts';

interface ArticleFormProps {
  readonly articleId: string;
  readonly game: string | undefined;
  readonly start: DraftStart;
}

export function ArticleForm({ articleId, game, start }: ArticleFormProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const operator = useOperator();
  const { PortalUrl } = usePortal();
  const [form, setForm] = useState<ArticleFormValues>(() => readArticleForm(start.value));
  const [note, setNote] = useState(start.note);
  const shown = locales.filter((locale) => form.messages[locale] !== undefined);
  const fields = toArticleFields(form);
  const isComplete =
    fields.Messages.length > 0 &&
    fields.Messages.every(({ Header, Message }) => Header.trim() !== '' && Message.trim() !== '');
  const save = useAction({
    run: () =>
      api.operatorNews.saveDraft({
        DraftId: start.draftId,
        ArticleId: articleId,
        Game: game,
        Version: start.version,
        ...fields,
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
  const set = (change: Partial<ArticleFormValues>): void => setForm({ ...form, ...change });
  return (
    <form onSubmit={submit}>
      <Stack>
        <MultiSelect
          label={t('news.languages')}
          data={locales.map((value) => ({ value, label: localeNames[value] }))}
          value={shown}
          onChange={(chosen) =>
            set({
              messages: Object.fromEntries(
                locales
                  .filter((locale) => chosen.includes(locale))
                  .map((locale) => [locale, form.messages[locale] ?? { header: '', message: '' }]),
              ),
            })
          }
        />
        <SimpleGrid cols={{ base: 1, lg: Math.min(2, Math.max(1, shown.length)) }}>
          {shown.map((locale) => {
            const message = form.messages[locale] ?? { header: '', message: '' };
            const write = (change: Partial<typeof message>): void =>
              set({ messages: { ...form.messages, [locale]: { ...message, ...change } } });
            return (
              <Stack key={locale}>
                <TextInput
                  required
                  maxLength={200}
                  lang={locale}
                  label={t('news.headerIn', { language: localeNames[locale] })}
                  value={message.header}
                  onChange={(event) => write({ header: event.currentTarget.value })}
                />
                <MarkdownEditor
                  label={t('news.messageIn', { language: localeNames[locale] })}
                  lang={locale}
                  maxLength={10_000}
                  value={message.message}
                  onChange={(text) => write({ message: text })}
                />
              </Stack>
            );
          })}
        </SimpleGrid>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Select
            label={t('news.priority')}
            allowDeselect={false}
            data={priorities.map((value) => ({ value, label: t(`news.priorities.${value}`) }))}
            value={form.priority}
            onChange={(value) => isPriority(value) && set({ priority: value })}
          />
          <TagsInput label={t('news.tags')} maxTags={20} value={[...form.tags]} onChange={(tags) => set({ tags })} />
          {(['link', 'imageUrl', 'iconUrl'] as const).map((name) => (
            <TextInput
              key={name}
              label={t(`news.${name}`)}
              description={t('news.addressText')}
              maxLength={2048}
              value={form[name]}
              onChange={(event) => set({ [name]: event.currentTarget.value })}
            />
          ))}
        </SimpleGrid>
        {form.imageUrl !== '' && (
          <Image src={findPicture(form.imageUrl, PortalUrl)} alt={t('news.picture')} maw={480} radius="md" />
        )}
        <TextInput
          label={t('drafts.note')}
          maxLength={1000}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <FormProblem error={save.error} />
        {operator.can('news.change') && (
          <Group justify="flex-end">
            <Button type="submit" loading={save.isPending} disabled={!isComplete}>
              {t('drafts.save')}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}

/** Pictures of the portal are paths there. */
function findPicture(address: string, portal: string): string | undefined {
  return URL.canParse(address, portal) ? new URL(address, portal).href : undefined;
}
