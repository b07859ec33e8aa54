// Maps addresses of one mailbox to one form. For counting only: accounts and mails use the address itself.

export function normalizeMailbox(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  const provider = providers.find(({ domains }) => domains.includes(domain));
  // Case and compatibility variants of letters count as equal: some providers deliver them to one mailbox.
  const local = email.slice(0, at).normalize('NFKC').toUpperCase().toLowerCase();
  const [untagged = ''] = local.split('+', 1);
  const name = (untagged || local).replaceAll(provider?.ignored ?? nothing, '');
  return `${name}@${provider?.domains[0] ?? domain}`;
}

interface Provider {
  readonly domains: readonly string[];
  readonly ignored: RegExp;
}

const nothing = /(?!)/g;

// Only services that document it. Elsewhere a dot may distinguish two people.
const providers: readonly Provider[] = [
  { domains: ['gmail.com', 'googlemail.com'], ignored: /\./g },
  { domains: ['proton.me', 'protonmail.com', 'pm.me'], ignored: /[._-]/g },
  { domains: ['yandex.ru', 'ya.ru', 'yandex.com', 'yandex.by', 'yandex.kz'], ignored: /[.-]/g },
];
