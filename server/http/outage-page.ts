// The page that players see during an outage. It loads nothing else, retries by itself and contains all languages. ops/outage.html is
// the same page for the proxy, which sends it when no node runs; a test keeps both equal.
import { createHash } from 'node:crypto';
import { textDirectionOf, fallbackLocale, locales, type Locale } from '#model/locale.ts';
import { escapeHtml } from './escape-html.ts';
import { outageTexts } from './outage-texts.ts';

export interface OutagePage {
  readonly html: string;
  readonly policy: string;
}

export interface OutagePageOptions {
  /** The language before its script switches to the player's own. */
  readonly locale?: Locale;
  readonly scriptTag?: string;
}

export function renderOutagePage({ locale = fallbackLocale, scriptTag }: OutagePageOptions = {}): OutagePage {
  const text = outageTexts[locale];
  const policy = [
    "default-src 'none'",
    `script-src ${scriptTag === undefined ? '' : "'self' "}'sha256-${hash(script)}'`,
    `style-src 'sha256-${hash(style)}'`,
    // An empty icon keeps browsers from requesting one.
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const html = `<!doctype html>
<html lang="${locale}" dir="${textDirectionOf(locale)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
${scriptTag === undefined ? '' : `${scriptTag}\n`}<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark">
<meta name="robots" content="noindex">
<noscript><meta http-equiv="refresh" content="15"></noscript>
<link rel="icon" href="data:,">
<title>${escapeHtml(text.title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escapeHtml(text.title)}</h1>
<p id="message">${escapeHtml(text.message)}</p>
<p id="wait"></p>
<button id="retry" type="button" hidden>${escapeHtml(text.retry)}</button>
</main>
<script>${script}</script>
</body>
</html>
`;
  return { html, policy };
}

const hash = (text: string): string => createHash('sha256').update(text).digest('base64');

const style =
  '*{box-sizing:border-box;margin:0}body{min-height:100vh;display:grid;place-items:center;padding:16px;background:#0e1016;color:#f2f4fa;font:16px/1.5 system-ui,sans-serif}' +
  'main{display:grid;gap:16px;width:100%;max-width:480px;padding:24px;background:#171a23;border-radius:20px}h1{font-size:24px;line-height:1.25}#wait{min-height:24px;color:#b4bacb}' +
  'button{font:inherit;font-weight:600;min-height:56px;border:0;border-radius:12px;background:#7554fb;color:#fff;cursor:pointer}button[hidden]{display:none}button:focus-visible{outline:3px solid #a794ff;outline-offset:3px}';

// The same order as toLocale() in model/locale.ts: the whole tag, then its language.
const languages = JSON.stringify(
  Object.fromEntries(
    locales.map((locale) => {
      const { title, message, wait, now, retry } = outageTexts[locale];
      return [locale, [title, message, wait, now, retry]];
    }),
  ),
).replaceAll('<', '\\u003c');

// The number of attempts is kept per tab, so that each reload waits longer, up to a minute, with jitter to spread the
// load.
const script = `(function () {
  var texts = ${languages};
  var find = function (id) { return document.getElementById(id); };
  var cookie = /(?:^|; )i18next=([\\w-]+)/.exec(document.cookie) || [];
  var wanted = [cookie[1]].concat(navigator.languages || [navigator.language], document.documentElement.lang);
  var locale = wanted.map(function (tag) {
    tag = String(tag || '').toLowerCase();
    var language = tag.split('-')[0];
    return texts[tag] ? tag : texts[language] ? language : language === 'pt' ? 'pt-br' : '';
  }).filter(Boolean)[0] || 'en';
  var text = texts[locale];
  document.documentElement.lang = locale;
  document.documentElement.dir = locale === 'fa' ? 'rtl' : 'ltr';
  document.title = text[0];
  document.querySelector('h1').textContent = text[0];
  find('message').textContent = text[1];
  find('retry').textContent = text[4];
  find('retry').hidden = false;
  var kept = [0, 0];
  try { kept = JSON.parse(sessionStorage.getItem('fxid-outage')) || kept; } catch (error) {}
  var attempts = Date.now() - kept[1] < 300000 ? kept[0] : 0;
  var left = Math.round(Math.min(60, 5 * Math.pow(2, attempts)) * (0.8 + Math.random() * 0.4));
  var reload = function () {
    clearInterval(timer);
    find('wait').textContent = text[3];
    try { sessionStorage.setItem('fxid-outage', JSON.stringify([attempts + 1, Date.now()])); } catch (error) {}
    location.reload();
  };
  var show = function () { find('wait').textContent = text[2].replace('{n}', left); };
  var timer = setInterval(function () {
    left -= 1;
    if (left > 0) show(); else reload();
  }, 1000);
  find('retry').onclick = reload;
  show();
})();`;
