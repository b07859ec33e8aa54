import { useTranslation } from 'react-i18next';
import { Button, ButtonLink, type ButtonVariant } from '#portal/ui/Button.tsx';
import { Icon } from '#portal/ui/Icon.tsx';
import { LabelledSpecimen } from './LabelledSpecimen.tsx';

const kinds: readonly ButtonVariant[] = ['primary', 'plain', 'quiet', 'danger'];
const states = ['hover', 'focus', 'active'] as const;

export function ButtonSpecimens() {
  const { t } = useTranslation();
  return (
    <>
      {kinds.map((kind) => (
        <div key={kind} className="row">
          <LabelledSpecimen label={kind}>
            <Button kind={kind}>{t('retry')}</Button>
          </LabelledSpecimen>
          {states.map((state) => (
            <LabelledSpecimen key={state} label={state}>
              <Button kind={kind} className={`shown-${state}`}>
                {t('retry')}
              </Button>
            </LabelledSpecimen>
          ))}
          <LabelledSpecimen label="disabled">
            <Button kind={kind} disabled>
              {t('retry')}
            </Button>
          </LabelledSpecimen>
          <LabelledSpecimen label="busy">
            <Button kind={kind} busy>
              {t('retry')}
            </Button>
          </LabelledSpecimen>
        </div>
      ))}
      <div className="row">
        <LabelledSpecimen label="large">
          <Button kind="primary" size="large">
            <Icon name="play" />
            {t('play')}
          </Button>
        </LabelledSpecimen>
        <LabelledSpecimen label="large">
          <Button size="large">
            <Icon name="share" />
            {t('share.title')}
          </Button>
        </LabelledSpecimen>
        <LabelledSpecimen label="ButtonLink">
          <ButtonLink to="/Games">
            <Icon name="back" />
            {t('nav.games')}
          </ButtonLink>
        </LabelledSpecimen>
        <LabelledSpecimen label="long text" fill>
          <Button kind="primary">{t('landing.signInPrompt')}</Button>
        </LabelledSpecimen>
      </div>
    </>
  );
}
