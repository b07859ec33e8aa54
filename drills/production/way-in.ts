// How to get a network of one's own on this machine: as root, or as anybody where the kernel lets people make namespaces.
import { spawnSync } from 'node:child_process';

export type WayIn =
  | { readonly way: 'root' | 'user'; readonly command: readonly string[] }
  | { readonly way: 'none'; readonly reason: string };

// Everything in it ends with the first process, and that one with whoever waits for it.
const own = ['unshare', '--net', '--mount', '--pid', '--fork', '--kill-child'];

export function findWayIn(): WayIn {
  const way = process.getuid?.() === 0 ? 'root' : 'user';
  const mapped = way === 'root' ? [] : ['--map-root-user'];
  // Where /proc is hidden in part, a fresh one may not be mounted; most of what runs here can do without.
  const commands = [
    [...own, ...mapped, '--mount-proc'],
    [...own, ...mapped],
  ];
  const tried = commands.map((command) => ({ command, ...tryOut(command) }));
  const works = tried.find(({ fault }) => fault === undefined);
  if (works) return { way, command: works.command };
  return {
    way: 'none',
    reason: `This machine gives no network of one's own: ${tried.map(({ fault }) => fault).join('; ')}. Run it as root, in a container with the capability SYS_ADMIN, or where unprivileged user namespaces are allowed.`,
  };
}

/** A wire, and a file put over another: all that the drill does with what it got. */
const trial =
  'ip link set lo up && ip link add name one type veth peer name other && mount --bind /etc/hostname /etc/hostname && unshare --net true';

function tryOut([program = '', ...args]: readonly string[]): { readonly fault: string | undefined } {
  const { status, stderr, error } = spawnSync(program, [...args, 'sh', '-c', trial], {
    env: { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin:/sbin` },
    encoding: 'utf8',
    timeout: 10_000,
  });
  if (status === 0) return { fault: undefined };
  return { fault: error ? String(error) : stderr.trim().split('\n').at(-1) || `${program} ended with ${status}` };
}
