// Handles the page's commands. Despite its name this call is not a proxy: commands that aren't listed are refused, and
// no command makes us send a request, whatever URL it contains.
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { parseJson } from '#kit/parse-json.server.ts';
import { Problem } from '#model/problem.ts';
import { object, text } from '#model/schema.ts';
import type { PlatformCallHandlers, PlatformHost } from '../port.server.ts';
import type { wizq } from './platform.ts';
import type { WizqSettings } from './signed-content.server.ts';
import { createLoginToken, readLaunchUserId } from './verify.server.ts';

const Command = object({
  command: text(40),
  number: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  /** The launch data that WizQ gave to the page. */
  start: Type.Optional(text(2000)),
});

export const handlePageCommand: PlatformCallHandlers<typeof wizq>['proxyRequest'] = async (
  { json, JsonData },
  host,
) => {
  if (json !== undefined && JsonData !== undefined)
    throw invalid('A command is in json or in JsonData, and not in both.');
  const command = parseJson(json ?? JsonData ?? '');
  if (!Value.Check(Command, command)) throw invalid('The command needs a name and a running number.');
  const answer = commands.get(command.command);
  if (!answer) throw invalid('This command is not one of those that are allowed.');
  return { Token: answer(command, host) };
};

const invalid = (text: string): Problem => new Problem('InvalidRequest', text);

type Answer = (command: Static<typeof Command>, host: PlatformHost<WizqSettings>) => string;

const commands: ReadonlyMap<string, Answer> = new Map([
  [
    'getUserId',
    ({ start = '' }, host) => {
      const reading = readLaunchUserId(start, host);
      if (reading.outcome === 'read') return createLoginToken(reading.user, host);
      host.log.warn({ game: host.game, reason: reading.reason }, 'A launch on WizQ was refused.');
      throw new Problem('ProofRefused');
    },
  ],
]);
