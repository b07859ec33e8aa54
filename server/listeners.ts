import type { Config } from './config.ts';
import type { ListenOptions } from './http/listen.ts';

/** The portal's port, then the games'. */
export const listListeners = ({ host, port, gamesPort }: Config): readonly [ListenOptions, ListenOptions] => [
  { host, port, setting: 'PORT' },
  { host, port: gamesPort, setting: 'GAMES_PORT' },
];
