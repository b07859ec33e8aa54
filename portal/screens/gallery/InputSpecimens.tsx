import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { localeNames, locales, type Locale } from '#model/locale.ts';
import { Field, TextArea } from '#portal/ui/Field.tsx';
import { Icon } from '#portal/ui/Icon.tsx';
import { Menu } from '#portal/ui/Menu.tsx';
import { LabelledSpecimen } from './LabelledSpecimen.tsx';

export function FieldSpecimens() {
  const { t } = useTranslation();
  return (
    <div className="columns">
      <LabelledSpecimen label="empty" fill>
        <Field label={t('games.search')} />
      </LabelledSpecimen>
      <LabelledSpecimen label="placeholder" fill>
        <Field label={t('games.search')} placeholder={t('genre.Arcade')} />
      </LabelledSpecimen>
      <LabelledSpecimen label="hint" fill>
        <Field label={t('copy.label')} hint={t('copy.hint', { key: 'Ctrl+C' })} defaultValue={t('genre.Strategy')} />
      </LabelledSpecimen>
      <LabelledSpecimen label="focus" fill>
        <Field label={t('copy.label')} className="shown-focus" defaultValue={t('genre.Strategy')} />
      </LabelledSpecimen>
      <LabelledSpecimen label="error" fill>
        <Field label={t('copy.label')} defaultValue="@" error={t('errors.generic')} />
      </LabelledSpecimen>
      <LabelledSpecimen label="hint, error, long" fill>
        <Field
          label={t('landing.signInPrompt')}
          hint={t('games.failedText')}
          error={t('errors.connected_to_another_account')}
          defaultValue={t('landing.signInPrompt')}
        />
      </LabelledSpecimen>
      <LabelledSpecimen label="disabled" fill>
        <Field label={t('copy.label')} defaultValue={t('genre.Flight')} disabled />
      </LabelledSpecimen>
      <LabelledSpecimen label="readOnly" fill>
        <Field label={t('copy.label')} defaultValue={t('genre.Flight')} readOnly />
      </LabelledSpecimen>
      <LabelledSpecimen label="TextArea" fill>
        <TextArea label={t('copy.label')} rows={3} />
      </LabelledSpecimen>
      <LabelledSpecimen label="TextArea, hint, long" fill>
        <TextArea
          label={t('landing.signInPrompt')}
          hint={t('games.failedText')}
          rows={3}
          defaultValue={t('landing.signInPrompt')}
        />
      </LabelledSpecimen>
    </div>
  );
}

export function MenuSpecimens() {
  const { t } = useTranslation();
  const [chosen, choose] = useState<Locale>('en');
  const label = t('language', { name: localeNames[chosen] });
  const items = locales.map((locale) => ({
    key: locale,
    label: localeNames[locale],
    lang: locale,
    current: locale === chosen,
    choose: () => choose(locale),
  }));
  return (
    <div className="row spread">
      <LabelledSpecimen label="icon">
        <Menu label={label} button={<Icon name="globe" size={22} />} items={items} />
      </LabelledSpecimen>
      <LabelledSpecimen label="text">
        <Menu label={label} button={label} items={items.slice(0, 4)} />
      </LabelledSpecimen>
    </div>
  );
}
