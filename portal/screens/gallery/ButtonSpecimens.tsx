import { useTranslation } from 'react-i18next';
import { Button, ButtonLink, type ButtonVariant } from '#portal/ui/Button.tsx';
import { Icon } from '#portal/ui/Icon.tsx';
import { Labelled } from './Labelled.tsx';

const kinds: readonly ButtonVariant[] = ['primary', 'plain', 'quiet', 'danger'];
const states = ['hover', 'focus', 'active'] as const;

export function ButtonSpecimens() {
  const { t } = useTranslation();
  return (
    <>
      {kinds.map((kind) => (
        <div key={kind} className="row">
          <Labelled label={kind}>
            <Button kind={kind}>{t('retry')}</Button>
          </Labelled>
          {states.map((state) => (
            <Labelled key={state} label={state}>
              <Button kind={kind} className={`shown-${state}`}>
                {t('retry')}
              </Button>
            </Labelled>
          ))}
          <Labelled label="disabled">
            <Button kind={kind} disabled>
              {t('retry')}
            </Button>
          </Labelled>
          <Labelled label="busy">
            <Button kind={kind} busy>
              {t('retry')}
            </Button>
          </Labelled>
        </div>
      ))}
      <div className="row">
        <Labelled label="large">
          <Button kind="primary" size="large">
            <Icon name="play" />
            {t('play')}
          </Button>
        </Labelled>
        <Labelled label="large">
          <Button size="large">
            <Icon name="share" />
            {t('share.title')}
          </Button>
        </Labelled>
        <Labelled label="ButtonLink">
          <ButtonLink to="/Games">
            <Icon name="back" />
            {t('nav.games')}
          </ButtonLink>
        </Labelled>
        <Labelled label="long text" fill>
          <Button kind="primary">{t('landing.invitation')}</Button>
        </Labelled>
      </div>
    </>
  );
}
