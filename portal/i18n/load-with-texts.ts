import i18next from 'i18next';
import { fallbackLocale } from '#model/locale.ts';
import { loadTexts } from './load-texts.ts';

/** Loads a chunk together with all texts, so that it never shows text keys. */
export async function loadWithTexts<Part>(load: () => Promise<Part>): Promise<Part> {
  const [part] = await Promise.all([load(), completeEnglish()]);
  return part;
}

async function completeEnglish(): Promise<void> {
  // The server has all texts of its language.
  if (isComplete || !i18next.isInitialized) return;
  i18next.addResourceBundle(fallbackLocale, 'translation', await loadTexts(fallbackLocale));
  isComplete = true;
}

let isComplete = false;
