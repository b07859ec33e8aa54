import { buildUsageError, readCommand, describeUsage, type SubcommandDefinitions } from '#server/db/read-command.ts';

export type HooksCommandArguments =
  | { readonly action: 'set'; readonly game: string; readonly url: string }
  | { readonly action: 'rotate' | 'show' | 'disable' | 'enable' | 'list'; readonly game: string }
  | { readonly action: 'replay'; readonly deliveryId: string }
  | {
      readonly action: 'forward';
      readonly game: string;
      readonly target: string;
      readonly portal: string | undefined;
    }
  | ({ readonly action: 'trigger'; readonly game: string } & TriggerDeliveriesOptions);

export interface TriggerDeliveriesOptions {
  readonly type: 'order.paid' | 'order.revoked';
  readonly lateMs: number;
  readonly isTwice: boolean;
  readonly isShuffled: boolean;
}

export function readHooksArguments(words: readonly string[]): HooksCommandArguments {
  const asked = readCommand('hooks', forms, words);
  switch (asked.action) {
    case 'set': {
      const [game, url] = asked.words;
      return { action: asked.action, game, url };
    }
    case 'replay':
      return { action: asked.action, deliveryId: asked.words[0] };
    case 'forward': {
      const [game, target] = asked.words;
      return { action: asked.action, game, target, portal: asked.options.portal };
    }
    case 'trigger': {
      const [game, type] = asked.words;
      if (type !== 'order.paid' && type !== 'order.revoked')
        throw buildUsageError(`There is no delivery "${type}".`, describeUsage('hooks', forms));
      const { late, twice = false, shuffled = false } = asked.options;
      return { action: asked.action, game, type, lateMs: readDuration(late), isTwice: twice, isShuffled: shuffled };
    }
    case 'rotate':
    case 'show':
    case 'disable':
    case 'enable':
    case 'list':
      return { action: asked.action, game: asked.words[0] };
  }
}

const forms = {
  set: {
    words: ['game', 'https address'],
    does: 'sets where deliveries are sent; prints the signing secret once',
  },
  rotate: { words: ['game'], does: 'creates a new signing secret; the old one also signs for a day' },
  show: { words: ['game'], does: 'shows the address and what is waiting' },
  disable: { words: ['game'], does: 'stops sending deliveries' },
  enable: { words: ['game'], does: 'starts sending again' },
  list: { words: ['game'], does: 'lists deliveries that are waiting or were given up' },
  replay: { words: ['delivery id'], does: 'sends a delivery again, with the same id' },
  forward: {
    words: ['game', 'http://localhost:…'],
    options: { portal: 'address' },
    does: "for developers: forwards deliveries to a server on this machine; reads the game's key from standard input",
  },
  trigger: {
    words: ['game', 'order.paid or order.revoked'],
    options: { late: '5s', twice: true, shuffled: true },
    does: 'for developers, in the lab: creates a test order that is paid or revoked',
  },
} as const satisfies SubcommandDefinitions;

function readDuration(text: string | undefined): number {
  if (text === undefined) return 0;
  const [, amount = '', unit = ''] = /^(\d{1,4})(s|m)$/.exec(text) ?? [];
  if (unit === '') throw new Error(`--late must be seconds or minutes, such as 5s or 2m, not ${JSON.stringify(text)}.`);
  return Number(amount) * (unit === 's' ? 1000 : 60_000);
}
