// Bridge Explorer: a page that calls every method of the bridge and shows every event.

import { openEventLog } from './event-log.js';
import { applyLanguage, chooseLanguage } from './language.js';
import { SDK_ADDRESS, loadSdk } from './load-sdk.js';
import { createMethodCard } from './method-card.js';
import { texts } from './texts.js';

// If the address names a language, the portal's language doesn't override it.
const hasAskedLanguage = new URLSearchParams(location.search).has('lang');
const element = (id) => document.getElementById(id);
const page = { sdk: undefined, words: texts.en, capabilities: () => [] };
const log = openEventLog();

useLanguage(chooseLanguage(texts));
const protocol = await readProtocol();
const cards = protocol.methods.map((method) => createMethodCard(method, protocol.errors, page));
showGroups();
element('search').addEventListener('input', filter);
addEventListener('keydown', (event) => {
  const isWriting = event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement;
  if (event.key !== '/' || isWriting) return;
  event.preventDefault();
  element('search').focus();
});
await connect();

async function readProtocol() {
  const response = await fetch('methods.json');
  if (!response.ok) throw new Error(`methods.json answered ${response.status}: publish the folder whole`);
  return response.json();
}

async function connect() {
  const sdk = await loadSdk();
  if (!sdk) {
    element('sdk-address').textContent = SDK_ADDRESS;
    element('no-sdk').hidden = false;
    setFact('environment', '–');
    return;
  }
  // Subscribes before init, so that the first event is not missed.
  const camel = (name) => name.charAt(0).toLowerCase() + name.slice(1);
  for (const { name } of protocol.events) sdk.on(camel(name), (data) => log.add(name, data));
  for (const name of ['pause', 'resume']) sdk.on(name, (data) => log.add(name, data));
  sdk.on('languageChanged', ({ language }) => useLanguage(chooseLanguage(texts, '', [language])));
  sdk.on('userInfoChanged', showPlayer);
  const info = await sdk.init();
  page.sdk = sdk;
  page.capabilities = () => sdk.player.info.social.capabilities;
  setFact('environment', sdk.environment);
  setFact('version', sdk.version);
  if (sdk.environment !== 'local' && !hasAskedLanguage)
    useLanguage(chooseLanguage(texts, '', [info.fxId.locale]));
  showPlayer(info);
  await sdk.game.loadingReady().catch(refusal);
}

function refusal(error) {
  if (!(error instanceof globalThis.FxId.SdkError)) throw error;
}

function showPlayer({ social, fxId }) {
  setFact('player', social.displayName || fxId.userId || '–');
  for (const card of cards) card.showCapability();
}

function setFact(id, text) {
  delete element(id).dataset.text;
  element(id).textContent = text;
}

function useLanguage(language) {
  page.words = texts[language];
  applyLanguage(language, page.words);
  element('search').placeholder = page.words.search;
}

function showGroups() {
  for (const noun of [...new Set(cards.map((card) => card.noun))]) {
    const { firstElementChild: group } = element('group').content.cloneNode(true);
    group.id = noun;
    group.firstElementChild.textContent = noun;
    group.append(...cards.filter((card) => card.noun === noun).map((card) => card.element));
    element('methods').append(group);
    const link = document.createElement('a');
    link.href = `#${noun}`;
    link.dir = 'ltr';
    link.textContent = noun;
    element('nouns').append(link);
  }
  applyLanguage(document.documentElement.lang, page.words);
}

function filter() {
  const wanted = element('search').value.trim().toLowerCase();
  for (const card of cards) card.element.hidden = !`${card.noun} ${card.name}`.toLowerCase().includes(wanted);
  for (const group of element('methods').children)
    group.hidden = [...group.querySelectorAll('.method')].every((each) => each.hidden);
  element('none').hidden = cards.some((card) => !card.element.hidden);
}
