// Shows the address of the scenario while the form is filled in, so that it can be copied.
import { labPath, parseLabOptions } from '#lab/model/lab-options.ts';
import { requireElement } from './page-parts.browser.ts';

const form = requireElement<HTMLFormElement>('#try');
const address = requireElement<HTMLOutputElement>('#address');
const usual = new Map([...form.querySelectorAll('select')].map((select) => [select.name, select.value]));

form.addEventListener('change', ({ target }) => {
  // Language and orientation follow the player and the device until they are chosen.
  if (target instanceof HTMLSelectElement) follow(target.name);
  show();
});
form.addEventListener('submit', () => {
  for (const select of form.querySelectorAll('select')) select.disabled = !chosen().has(select.name);
});
window.addEventListener('pageshow', () => {
  for (const select of form.querySelectorAll('select')) select.disabled = false;
  show();
});
show();

function follow(changed: string): void {
  const [source, dependent] = changed === 'player' ? ['player', 'lang'] : ['device', 'orientation'];
  const select = form.querySelector<HTMLSelectElement>(`select[name=${dependent}]`);
  if (changed !== source || !select || select.value !== usual.get(dependent)) return;
  const value = form.querySelector<HTMLSelectElement>(`select[name=${source}]`)?.value ?? '';
  const read = parseLabOptions([[source, value]]);
  if (read.outcome !== 'read') return;
  select.value = dependent === 'lang' ? read.choice.lang : read.choice.orientation;
  usual.set(dependent, select.value);
}

function chosen(): Map<string, string> {
  const entries = [...form.querySelectorAll('select')].map((select): [string, string] => [select.name, select.value]);
  return new Map(
    entries.filter(([name, value]) => value !== usual.get(name) || name === 'player' || name === 'device'),
  );
}

function show(): void {
  const read = parseLabOptions(chosen());
  if (read.outcome === 'read')
    address.value = `${location.origin}${labPath(checked('platform'), checked('game'), read.choice)}`;
}

function checked(name: string): string {
  return form.querySelector<HTMLInputElement>(`input[name=${name}]:checked`)?.value ?? '';
}
