// The word lists that apply until an operator saves a list for the portal: English, and the language of the text. Not all
// languages at once, because a swear word of one is an ordinary word of another (`am` in Turkish, `bitte` in French).
// The lists are from the package naughty-words (LDNOOBW, CC BY 4.0).
import de from 'naughty-words/de.json' with { type: 'json' };
import en from 'naughty-words/en.json' with { type: 'json' };
import es from 'naughty-words/es.json' with { type: 'json' };
import fa from 'naughty-words/fa.json' with { type: 'json' };
import fr from 'naughty-words/fr.json' with { type: 'json' };
import it from 'naughty-words/it.json' with { type: 'json' };
import ja from 'naughty-words/ja.json' with { type: 'json' };
import ko from 'naughty-words/ko.json' with { type: 'json' };
import pl from 'naughty-words/pl.json' with { type: 'json' };
import pt from 'naughty-words/pt.json' with { type: 'json' };
import ru from 'naughty-words/ru.json' with { type: 'json' };
import tr from 'naughty-words/tr.json' with { type: 'json' };
import zh from 'naughty-words/zh.json' with { type: 'json' };
import type { Locale } from '#model/locale.ts';
import { ukrainianWords } from './ukrainian-words.ts';

export function listShippedWords(locale: Locale): readonly string[] {
  const ordinary = new Set([...(ordinaryWords.en ?? []), ...(ordinaryWords[locale] ?? [])]);
  return [...new Set([...en, ...lists[locale]])].filter((word) => !ordinary.has(word) && !isOneHanCharacter(word));
}

const lists: Readonly<Record<Locale, readonly string[]>> = {
  en,
  de,
  es,
  fa,
  fr,
  it,
  ja,
  ko,
  'pt-br': pt,
  ru,
  tr,
  zh,
  uk: [...ukrainianWords, ...ru],
  pl,
};

const ordinaryRussian = ['byk', 'gol', 'бугор', 'голый', 'какая разница', 'мент', 'обнаженный', 'хапать', 'хрен'];

/** Listed words that players of games use without harm. */
const ordinaryWords: Partial<Record<Locale, readonly string[]>> = {
  en: [
    'big black',
    'domination',
    'escort',
    'girl on',
    'hard core',
    'hardcore',
    'how to kill',
    'how to murder',
    'huge fat',
    'jelly donut',
    'make me come',
    'skeet',
    'snatch',
    'snowballing',
    'taste my',
    'tied up',
    'tight white',
    'tongue in a',
    'twinkie',
    'xx',
  ],
  es: ['negro'],
  it: ['negro'],
  ja: ['3p', 'sm', 'グロ', '人種', '噴出', '奴隷', '嫌い', '支配', '誘惑'],
  'pt-br': ['negro'],
  ru: ordinaryRussian,
  tr: ['am'],
  uk: ordinaryRussian,
  zh: ['成人', '激情', '祖宗', '私服', '笨蛋'],
};

/** Such a character is a part of many ordinary words. */
const isOneHanCharacter = (word: string): boolean => /^\p{Script=Han}$/u.test(word);
