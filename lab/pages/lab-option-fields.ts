// The form fields of a scenario, on the start page and next to a game.
import { simulatedDevices } from '#lab/model/devices.ts';
import { labOptionValues, type LabOptions } from '#lab/model/lab-options.ts';
import { localeNames } from '#model/locale.ts';
import { escapeHtml } from '#server/http/escape-html.ts';

export function renderLabOptionFields(choice: LabOptions, groups: readonly LabOptionGroup[] = labOptionGroups): string {
  return groups
    .map(
      ({ title, names }) => `<fieldset><legend>${escapeHtml(title)}</legend><div class="fields">
${names.map((name) => field(name, choice[name])).join('\n')}
</div></fieldset>`,
    )
    .join('\n');
}

export interface LabOptionGroup {
  readonly title: string;
  readonly names: readonly (keyof LabOptions)[];
}

export const labOptionGroups: readonly LabOptionGroup[] = [
  { title: 'Player and device', names: ['player', 'lang', 'device', 'orientation'] },
  { title: 'Scenario', names: ['payment', 'ad', 'save', 'network', 'sdk', 'proof'] },
];

function field(name: keyof LabOptions, chosen: string): string {
  const options = labOptionValues[name].map(
    (word) =>
      `<option value="${word}"${word === chosen ? ' selected' : ''}>${escapeHtml(titleOf(name, word))}</option>`,
  );
  return `<label class="field"><span>${labels[name]}</span><select name="${name}">${options.join('')}</select></label>`;
}

function titleOf(name: keyof LabOptions, word: string): string {
  if (name === 'lang') return localeNames[word as LabOptions['lang']];
  if (name === 'device') return simulatedDevices[word as LabOptions['device']].title;
  // The type below requires a title for every other word.
  return (titles as Readonly<Record<string, Readonly<Record<string, string>>>>)[name]?.[word] ?? word;
}

const labels: Readonly<Record<keyof LabOptions, string>> = {
  player: 'Player',
  lang: 'Language',
  device: 'Screen',
  orientation: 'Orientation',
  payment: 'Payments',
  ad: 'Ads',
  network: 'Connection to the portal server',
  sdk: 'Platform script or page',
  proof: 'Proof of identity',
  save: 'Saves',
};

const titles: {
  readonly [K in Exclude<keyof LabOptions, 'lang' | 'device'>]: Readonly<Record<LabOptions[K], string>>;
} = {
  player: {
    registered: 'Ada, registered',
    guest: 'Guest',
    friends: 'Felix, with friends who play',
    abroad: 'Emi, abroad',
  },
  orientation: { portrait: 'Portrait', landscape: 'Landscape' },
  payment: {
    ask: 'Ask me in a dialog',
    paid: 'Paid',
    cancelled: 'Cancelled',
    failed: 'Failed',
    'paid-but-cancelled': 'Paid, but reported as cancelled',
    'webhook-late': 'Paid, webhook arrives late',
    'webhook-twice': 'Paid, webhook arrives twice',
  },
  ad: { ask: 'Ask me in a dialog', finished: 'Watched to the end', skipped: 'Skipped', 'no-fill': 'None available' },
  network: { usual: 'Works', slow: 'Slow: 2 s delay', down: 'Down' },
  sdk: { usual: 'Works', blocked: 'Blocked', silent: 'Loads, but never responds', late: 'Responds late' },
  proof: { fresh: 'Fresh', expired: 'Expired' },
  save: {
    usual: 'Work',
    conflict: 'Another device saves first',
    offline: "Can't be sent",
    full: 'Full: every write is too large',
  },
};
