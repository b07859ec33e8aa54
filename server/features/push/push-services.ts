/** The push services that the server may send to. */
export interface AllowedPushServices {
  /** Hosts. A leading dot stands for all subdomains. */
  readonly hosts: readonly string[];
  /** In the lab: the origin of the simulated service. */
  readonly simulator?: string | undefined;
}

/** Whether the server may post to this address from a browser. Checked when it is stored and when it is used. */
export function isAllowedPushService(address: URL, { hosts, simulator }: AllowedPushServices): boolean {
  const { protocol, hostname, port, username, password } = address;
  if (username !== '' || password !== '') return false;
  if (simulator !== undefined && address.origin === simulator) return true;
  const isPlain = protocol === 'https:' && port === '';
  return isPlain && hosts.some((name) => (name.startsWith('.') ? hostname.endsWith(name) : hostname === name));
}
