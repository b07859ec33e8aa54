import { Button, Checkbox, Group, MultiSelect, SimpleGrid, Stack, TextInput, Title } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { localeNames, locales, type Locale } from '#model/locale.ts';
import { api } from '#console/api.ts';
import { FormProblem } from '#console/ui/FormProblem.tsx';
import { MarkdownEditor } from '#console/ui/MarkdownEditor.tsx';
import { useAction } from '#console/ui/use-action.ts';
import type { DraftStart } from '#console/pages/drafts/use-draft-start.ts';
import type { DocumentKey } from './document-key.ts';
import { readDocumentForm, type DocumentFormValues } from './document-form-values.ts';

/** All languages side by side. Saving makes a draft; nothing is published yet. */
export function DocumentForm({ type, game, start }: DocumentKey & { readonly start: DraftStart }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [form, setForm] = useState<DocumentFormValues>(() => readDocumentForm(start.value));
  const [note, setNote] = useState(start.note);
  const shown = locales.filter((locale) => form.texts[locale] !== undefined);
  const Texts = shown.map((Locale) => ({ Locale, Text: form.texts[Locale] ?? '' }));
  const isComplete = form.url === '' ? Texts.length > 0 && Texts.every(({ Text }) => Text.trim() !== '') : true;
  const save = useAction({
    run: () =>
      api.operatorDocuments.saveDraft({
        DraftId: start.draftId,
        Type: type,
        Game: game,
        Version: start.version,
        ...(form.url === '' ? { Texts, Url: undefined } : { Texts: undefined, Url: form.url }),
        NeedUserAcceptance: form.mustAccept,
        IsActive: form.isActive,
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
  const chooseLanguages = (chosen: readonly string[]): void =>
    setForm({
      ...form,
      texts: Object.fromEntries(
        locales.filter((locale) => chosen.includes(locale)).map((locale) => [locale, form.texts[locale] ?? '']),
      ),
    });
  return (
    <form onSubmit={submit}>
      <Stack>
        <Title order={2}>{t('documents.newVersion')}</Title>
        {form.url === '' && (
          <MultiSelect
            label={t('documents.languages')}
            data={locales.map((value) => ({ value, label: localeNames[value] }))}
            value={shown}
            onChange={chooseLanguages}
          />
        )}
        {form.url !== '' && (
          <TextInput
            label={t('documents.url')}
            type="url"
            value={form.url}
            onChange={(event) => setForm({ ...form, url: event.currentTarget.value })}
          />
        )}
        <SimpleGrid cols={{ base: 1, lg: Math.min(2, Math.max(1, shown.length)) }}>
          {form.url === '' &&
            shown.map((locale: Locale) => (
              <MarkdownEditor
                key={locale}
                label={localeNames[locale]}
                lang={locale}
                maxLength={200_000}
                value={form.texts[locale] ?? ''}
                onChange={(text) => setForm({ ...form, texts: { ...form.texts, [locale]: text } })}
              />
            ))}
        </SimpleGrid>
        <Checkbox
          label={t('documents.mustAcceptField')}
          description={t('documents.mustAcceptText')}
          checked={form.mustAccept}
          onChange={(event) => setForm({ ...form, mustAccept: event.currentTarget.checked })}
        />
        <Checkbox
          label={t('documents.activeField')}
          checked={form.isActive}
          onChange={(event) => setForm({ ...form, isActive: event.currentTarget.checked })}
        />
        <TextInput
          label={t('drafts.note')}
          maxLength={1000}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <FormProblem error={save.error} />
        <Group justify="flex-end">
          <Button type="submit" loading={save.isPending} disabled={!isComplete}>
            {t('drafts.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
