// Finds a way to create a network namespace on this machine: as root, or as any user if the kernel allows user
// namespaces.
import { spawnSync } from 'node:child_process';

export type NamespaceCommand =
  | { readonly way: 'root' | 'user'; readonly command: readonly string[] }
  | { readonly way: 'none'; readonly reason: string };

// All processes end with the first one, which ends with its parent.
const own = ['unshare', '--net', '--mount', '--pid', '--fork', '--kill-child'];

export function findNamespaceCommand(): NamespaceCommand {
  const way = process.getuid?.() === 0 ? 'root' : 'user';
  const mapped = way === 'root' ? [] : ['--map-root-user'];
  // Some containers hide parts of /proc and forbid mounting a new one; most programs of the drill work without.
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

/** Tries what the drill needs: a virtual link, a bind mount and a nested network namespace. */
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
