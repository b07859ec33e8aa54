/** The programs of the drill, each with the Debian package that holds it. */
export const neededPackages: Readonly<Record<string, string>> = {
  nginx: 'nginx',
  haproxy: 'haproxy',
  openssl: 'openssl',
  ip: 'iproute2',
  unshare: 'util-linux',
  setpriv: 'util-linux',
  mount: 'mount',
  faketime: 'faketime',
};
