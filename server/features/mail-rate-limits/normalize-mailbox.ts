// Which addresses arrive in one mailbox, as far as that can be known. It is for counting only: whoever writes an address
// otherwise gets another account, and mail goes to the address itself.

/** @param email an address in its normal form */
export function normalizeMailbox(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  const provider = providers.find(({ domains }) => domains.includes(domain));
  // Letters that look alike or differ by case alone are one: some providers deliver them so, and nobody loses by it here.
  const local = email.slice(0, at).normalize('NFKC').toUpperCase().toLowerCase();
  const [untagged = ''] = local.split('+', 1);
  const name = (untagged || local).replaceAll(provider?.ignored ?? nothing, '');
  return `${name}@${provider?.domains[0] ?? domain}`;
}

interface Provider {
  /** Names of one service: the same local part is the same mailbox at each. */
  readonly domains: readonly string[];
  /** What the service does not look at. */
  readonly ignored: RegExp;
}

const nothing = /(?!)/g;

// Those who say so themselves. At any other service a dot may tell two people apart.
const providers: readonly Provider[] = [
  { domains: ['gmail.com', 'googlemail.com'], ignored: /\./g },
  { domains: ['proton.me', 'protonmail.com', 'pm.me'], ignored: /[._-]/g },
  { domains: ['yandex.ru', 'ya.ru', 'yandex.com', 'yandex.by', 'yandex.kz'], ignored: /[.-]/g },
];
