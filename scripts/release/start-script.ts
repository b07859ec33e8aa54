// The text of `fxid`, the only command of a release: it starts the server or runs an operator command with the
// release's Node. It replaces itself by Node (`exec`), so that signals reach the server directly.
import { nodeFlags } from '../setup/node-flags.mjs';
import type { OperatorCommand } from './operator-commands.ts';

export function writeStartScript(commands: readonly OperatorCommand[]): string {
  return `#!/bin/sh
# ./fxid [--env-file <file>] [start | <command> [arguments]]; ./fxid help lists the commands.
# Nothing is written beside this file: the folder may be read-only. What is kept goes to DATA_DIR.
set -eu

folder=$(dirname -- "$(readlink -f -- "$0")")
export NODE_ENV=production
# What the build has compiled ahead; on a read-only disk nothing is added to it.
export NODE_COMPILE_CACHE="$folder/bin/compiled" NODE_COMPILE_CACHE_PORTABLE=1

settings=
if [ "\${1-}" = --env-file ]; then
  [ $# -ge 2 ] || { echo 'fxid: --env-file needs the name of a file.' >&2; exit 2; }
  [ -r "$2" ] || { echo "fxid: $2 cannot be read." >&2; exit 2; }
  settings=--env-file="$2"
  # Node reads this variable before it reads the file.
  authorities=$(sed -n 's/^NODE_EXTRA_CA_CERTS="\\{0,1\\}\\([^"]*\\)"\\{0,1\\}$/\\1/p' "$2" | tail -n 1)
  [ -z "$authorities" ] || export NODE_EXTRA_CA_CERTS="\${NODE_EXTRA_CA_CERTS-$authorities}"
  shift 2
fi

command=\${1-start}
[ $# -eq 0 ] || shift
case $command in
  start) program=server/main.ts ;;
${commands.map(({ name, program }) => `  ${name}) program=${program} ;;`).join('\n')}
  version) exec cat "$folder/VERSION" ;;
  help | --help | -h)
    echo 'Usage: ./fxid [--env-file <file>] [start | <command> [arguments]]'
    echo 'Commands: start ${commands.map(({ name }) => name).join(' ')} version help'
    exit 0
    ;;
  *)
    echo "fxid: there is no command $command; ./fxid help lists them." >&2
    exit 2
    ;;
esac

exec "$folder/bin/node" ${nodeFlags.join(' ')} \${settings:+"$settings"} "$folder/$program" "$@"
`;
}
