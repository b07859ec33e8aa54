/** Where messages may be posted. */
export interface PushServices {
  /** Hosts; one with a dot before it stands for all that end so. */
  readonly hosts: readonly string[];
  /** On a laptop: the origin of the simulated service. */
  readonly simulator?: string | undefined;
}

/** Whether messages may be posted to an address that a browser has given. It is asked when one is kept, and when it is used. */
export function isPushService(address: URL, { hosts, simulator }: PushServices): boolean {
  const { protocol, hostname, port, username, password } = address;
  if (username !== '' || password !== '') return false;
  if (simulator !== undefined && address.origin === simulator) return true;
  const isPlain = protocol === 'https:' && port === '';
  return isPlain && hosts.some((name) => (name.startsWith('.') ? hostname.endsWith(name) : hostname === name));
}
