// The lab's component gallery: each component in all states and variants, with the design tokens.
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { LanguageMenu } from '#portal/shell/LanguageMenu.tsx';
import { Button } from '#portal/ui/Button.tsx';
import { Markdown } from '#portal/ui/Markdown.tsx';
import { ButtonSpecimens } from './ButtonSpecimens.tsx';
import { EmptyStateSpecimens, NoticeSpecimens, SkeletonSpecimens } from './FeedbackSpecimens.tsx';
import { VariantFrames } from './VariantFrames.tsx';
import { GameTileSpecimens } from './GameTileSpecimens.tsx';
import { FieldSpecimens, MenuSpecimens } from './InputSpecimens.tsx';
import { ModalOpeners } from './ModalOpeners.tsx';
import { showInteractionStates } from './show-states.ts';
import {
  AvatarSpecimens,
  BadgeSpecimens,
  RelativeTimeSpecimens,
  PictureSpecimens,
  PriceSpecimens,
} from './SmallSpecimens.tsx';
import { ColorSpecimens, SizeSpecimens } from './TokenSpecimens.tsx';
import './gallery.css';

const parts: Readonly<Record<string, () => ReactNode>> = {
  Measures: Measures,
  Button: ButtonSpecimens,
  Badge: BadgeSpecimens,
  Price: PriceSpecimens,
  Avatar: AvatarSpecimens,
  Moment: RelativeTimeSpecimens,
  Icon: PictureSpecimens,
  Field: FieldSpecimens,
  Menu: MenuSpecimens,
  Notice: NoticeSpecimens,
  EmptyState: EmptyStateSpecimens,
  Skeleton: SkeletonSpecimens,
  GameTile: GameTileSpecimens,
  Markdown: MarkdownSpecimen,
};

/** With `?part=` in the URL, only that component. */
export function Gallery() {
  const [search] = useSearchParams();
  const wanted = search.get('part');
  const isWanted = (name: string): boolean => wanted === null || wanted === name;
  const [scheme, setScheme] = useState<'dark' | 'light'>('dark');
  useEffect(() => showInteractionStates(document), []);
  useEffect(() => {
    const { dataset } = document.documentElement;
    const before = dataset['scheme'];
    dataset['scheme'] = scheme;
    return () => {
      if (before === undefined) delete dataset['scheme'];
      else dataset['scheme'] = before;
    };
  }, [scheme]);
  return (
    <div className="gallery">
      <header data-scheme={scheme}>
        <h1 lang="en" dir="ltr">
          /lab/ui
        </h1>
        <nav aria-label="Parts" lang="en" dir="ltr">
          {['Dialog', 'Colours', ...Object.keys(parts)].map((name) => (
            <a key={name} href={`#${name}`}>
              {name}
            </a>
          ))}
        </nav>
        <div className="page-tools">
          <Button
            kind="quiet"
            lang="en"
            className="mono"
            aria-pressed={scheme === 'light'}
            onClick={() => setScheme(scheme === 'dark' ? 'light' : 'dark')}
          >
            light
          </Button>
          <LanguageMenu />
        </div>
      </header>
      <main>
        {isWanted('Dialog') && <ModalOpeners />}
        {isWanted('Colours') && (
          <VariantFrames name="Colours" sketch>
            <ColorSpecimens />
          </VariantFrames>
        )}
        {Object.entries(parts)
          .filter(([name]) => isWanted(name))
          .map(([name, Specimens]) => (
            <VariantFrames key={name} name={name}>
              <Specimens />
            </VariantFrames>
          ))}
      </main>
    </div>
  );
}

function Measures() {
  const { t } = useTranslation();
  return <SizeSpecimens text={t('landing.allGames')} />;
}

function MarkdownSpecimen() {
  const { t } = useTranslation();
  return (
    <Markdown
      text={`### ${t('game.news')}\n\n**${t('share.copied')}** ${t('landing.signInPrompt')} [${t('footer.terms')}](/Docs/tos)\n\n- ${t('genre.Arcade')}\n- ${t('genre.Flight')}`}
    />
  );
}
