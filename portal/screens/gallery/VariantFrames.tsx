// One component in all variants: dark and light, left to right and right to left, wide and 320 pixels.
import i18next, { createInstance, type i18n } from 'i18next';
import { use, type ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { textDirectionOf, fallbackLocale, type Locale } from '#model/locale.ts';

const schemes = ['dark', 'light'] as const;
const languages = ['en', 'fa'] as const;
const widths = ['wide', 'narrow'] as const;

/** @param sketch only wide and in one language, for components that neither affects */
export function VariantFrames({
  name,
  sketch = false,
  children,
}: {
  name: string;
  sketch?: boolean;
  children: ReactNode;
}) {
  return (
    <section className="specimens" id={name} aria-labelledby={`${name}-title`}>
      <h2 id={`${name}-title`}>{name}</h2>
      {widths.slice(0, sketch ? 1 : undefined).map((width) => (
        <div key={width} className={`frames ${width}`}>
          {languages.slice(0, sketch ? 1 : undefined).flatMap((language) =>
            schemes.map((scheme) => (
              <Frame key={language + scheme} scheme={scheme} language={language} width={width}>
                {children}
              </Frame>
            )),
          )}
        </div>
      ))}
    </section>
  );
}

function Frame({
  scheme,
  language,
  width,
  children,
}: {
  scheme: (typeof schemes)[number];
  language: Locale;
  width: (typeof widths)[number];
  children: ReactNode;
}) {
  const texts = use(textsIn(language));
  const direction = textDirectionOf(language);
  return (
    <figure className="frame">
      <figcaption>{`${scheme} · ${direction} · ${language}${width === 'narrow' ? ' · 320' : ''}`}</figcaption>
      <div className="ground" data-scheme={scheme} lang={language} dir={direction}>
        <I18nextProvider i18n={texts}>{children}</I18nextProvider>
      </div>
    </figure>
  );
}

const loading = new Map<Locale, Promise<i18n>>();

function textsIn(language: Locale): Promise<i18n> {
  const known = loading.get(language) ?? load(language);
  loading.set(language, known);
  return known;
}

async function load(language: Locale): Promise<i18n> {
  await i18next.loadLanguages(language);
  const instance = createInstance();
  await instance.init({
    lng: language,
    lowerCaseLng: true,
    fallbackLng: fallbackLocale,
    interpolation: { escapeValue: false },
    resources: Object.fromEntries(
      [language, fallbackLocale].map((each) => [each, { translation: i18next.getResourceBundle(each, 'translation') }]),
    ),
    react: { useSuspense: false },
  });
  return instance;
}
