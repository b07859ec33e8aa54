export interface AllowedPushServices {
  /** Hosts. A leading dot stands for all subdomains. */
  readonly hosts: readonly string[];
  readonly simulator?: string | undefined;
}

/** Checked when an address is stored and when it is used. */
export function isAllowedPushService(address: URL, { hosts, simulator }: AllowedPushServices): boolean {
  const { protocol, hostname, port, username, password } = address;
  if (username !== '' || password !== '') return false;
  if (simulator !== undefined && address.origin === simulator) return true;
  const isPlain = protocol === 'https:' && port === '';
  return isPlain && hosts.some((name) => (name.startsWith('.') ? hostname.endsWith(name) : hostname === name));
}
