import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Avatar } from '#portal/ui/Avatar.tsx';
import { Badge } from '#portal/ui/Badge.tsx';
import { Illustration } from '#portal/ui/Illustration.tsx';
import { Icon } from '#portal/ui/Icon.tsx';
import { RelativeTime } from '#portal/ui/RelativeTime.tsx';
import { Price } from '#portal/ui/Price.tsx';
import { LabelledSpecimen } from './LabelledSpecimen.tsx';

const tones = ['calm', 'accent', 'good', 'warning', 'danger'] as const;

export function BadgeSpecimens() {
  const { t } = useTranslation();
  return (
    <div className="row">
      {tones.map((tone) => (
        <LabelledSpecimen key={tone} label={tone}>
          <Badge tone={tone}>{t('game.connected')}</Badge>
        </LabelledSpecimen>
      ))}
      <LabelledSpecimen label="long text" fill>
        <Badge>{t('landing.signInPrompt')}</Badge>
      </LabelledSpecimen>
    </div>
  );
}

const prices = [
  { minor: 499, currency: 'EUR' },
  { minor: 119_900, currency: 'RUB' },
  { minor: 980, currency: 'JPY' },
  { minor: 1_250_000_000, currency: 'IRR' },
] as const;

export function PriceSpecimens() {
  return (
    <div className="row">
      {prices.map((price) => (
        <LabelledSpecimen key={price.currency} label={price.currency}>
          <Price price={price} />
        </LabelledSpecimen>
      ))}
      <LabelledSpecimen label="before">
        <Price price={{ minor: 499, currency: 'EUR' }} before={{ minor: 999, currency: 'EUR' }} />
      </LabelledSpecimen>
      <LabelledSpecimen label="before, large">
        <Price price={{ minor: 1_250_000_000, currency: 'IRR' }} before={{ minor: 2_500_000_000, currency: 'IRR' }} />
      </LabelledSpecimen>
    </div>
  );
}

const people = ['Ada Lovelace', 'علی رضایی', 'Максим', '宮本 茂', 'z', 'Ýr Þórðardóttir', '🦊 Fox'];

export function AvatarSpecimens() {
  return (
    <div className="row">
      {people.map((name) => (
        <LabelledSpecimen key={name} label="40">
          <Avatar id={name} name={name} />
        </LabelledSpecimen>
      ))}
      {[24, 64, 96].map((size) => (
        <LabelledSpecimen key={size} label={String(size)}>
          <Avatar id={String(size)} name="Ada Lovelace" size={size} />
        </LabelledSpecimen>
      ))}
    </div>
  );
}

const agesMs = [0, 5 * 60_000, 26 * 3_600_000, 400 * 86_400_000];

export function RelativeTimeSpecimens() {
  const [now] = useState(() => Date.now());
  return (
    <div className="row">
      {agesMs.map((ageMs) => (
        <LabelledSpecimen key={ageMs} label={`${ageMs / 1000} s`}>
          <RelativeTime at={new Date(now - ageMs).toISOString()} />
        </LabelledSpecimen>
      ))}
    </div>
  );
}

const icons = ['play', 'close', 'globe', 'home', 'games', 'person', 'friends', 'back', 'share'] as const;
const moreIcons = ['star', 'install', 'check', 'warning', 'info'] as const;
const drawings = ['empty', 'broken', 'offline', 'soon'] as const;

export function PictureSpecimens() {
  return (
    <>
      <div className="row">
        {[...icons, ...moreIcons].map((name) => (
          <LabelledSpecimen key={name} label={name}>
            <Icon name={name} size={24} />
          </LabelledSpecimen>
        ))}
      </div>
      <div className="row">
        {drawings.map((name) => (
          <LabelledSpecimen key={name} label={name}>
            <Illustration name={name} />
          </LabelledSpecimen>
        ))}
      </div>
    </>
  );
}
