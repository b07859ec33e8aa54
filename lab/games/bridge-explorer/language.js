// Chooses the language and writes the page's texts. `?lang=` takes precedence over the browser's languages.

const FALLBACK = 'en';
const RIGHT_TO_LEFT = new Set(['fa']);

/** Returns the first wanted language that `texts` has: exactly, or by its first part ("pt" finds "pt-br"). */
export function chooseLanguage(texts, search = location.search, preferred = navigator.languages) {
  const asked = new URLSearchParams(search).get('lang');
  const available = Object.keys(texts);
  for (const wanted of [asked, ...preferred]) {
    if (!wanted) continue;
    const name = wanted.toLowerCase().replace('_', '-');
    if (available.includes(name)) return name;
    const family = name.split('-')[0];
    const relative = available.find((language) => language.split('-')[0] === family);
    if (relative) return relative;
  }
  return FALLBACK;
}

export function applyLanguage(language, words) {
  document.documentElement.lang = language;
  document.documentElement.dir = RIGHT_TO_LEFT.has(language) ? 'rtl' : 'ltr';
  document.title = words.title;
  for (const element of document.querySelectorAll('[data-text]')) element.textContent = words[element.dataset.text];
  for (const element of document.querySelectorAll('[data-label]')) {
    element.setAttribute('aria-label', words[element.dataset.label]);
    if (element.localName === 'button') element.title = words[element.dataset.label];
  }
}
