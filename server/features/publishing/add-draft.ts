// `games add --draft`: uploads a build without changing the game.
import type { PublicGameConfig } from '#contract/config.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import { buildPreviewAddress } from './game-paths.ts';
import { storeDraft, type NewDraft } from './store-draft.ts';
import { defaultPreviewDays } from './preview-link.ts';
import type { AddGameOptions } from './read-games-arguments.ts';
import { readStoredGameConfig } from './save-game.ts';
import { PublishingError } from './publishing-error.ts';

export interface AddDraftResult {
  readonly outcome: 'draft';
  readonly number: number;
  readonly token: string;
  /** The game is new, and stays hidden until the draft is published. */
  readonly isNewGame: boolean;
}

export async function addDraft(
  build: Omit<NewDraft, 'firstConfig'>,
  { config, options }: { config: PublicGameConfig; options: AddGameOptions },
  { database }: { readonly database: Database },
): Promise<AddDraftResult> {
  const isNewGame = (await readStoredGameConfig(database.kysely, build.game)) === undefined;
  const changing = isNewGame ? undefined : changingOptions.find(([option]) => options[option] !== undefined)?.[1];
  if (changing !== undefined)
    throw new PublishingError(
      `A draft changes nothing else of ${build.game}: leave ${changing} out. To change the game: npm run -s games -- show ${build.game} > game.json, then npm run games -- set ${build.game} < game.json`,
    );
  const placed = await storeDraft({ ...build, firstConfig: isNewGame ? config : undefined });
  return { ...placed, outcome: 'draft', isNewGame };
}

const changingOptions: readonly (readonly [keyof AddGameOptions, string])[] = [
  ['title', '--name'],
  ['orientation', '--orientation'],
  ['allow', '--allow'],
  ['isIsolated', '--isolated'],
  ['foreignSdk', '--sdk'],
];

export function describeDraft(
  config: Config,
  { game, number, token, size, isNewGame }: AddDraftResult & { game: string; size: string },
): string[] {
  return [
    `Build ${number} of ${game} is a draft: ${size}. Players do not get it.`,
    ...(isNewGame ? [`${game} is new and hidden until a build of it is live.`] : []),
    ...describePreviewLink(config, { game, number, token, days: defaultPreviewDays }),
    `To make it live: npm run games -- publish ${game} ${number}`,
  ];
}

/** The link's token is not stored, so it can't be shown again. */
export function describePreviewLink(
  config: Config,
  { game, number, token, days }: { game: string; number: number; token: string; days: number },
): string[] {
  return [
    `Preview link for ${days} ${days === 1 ? 'day' : 'days'} (anyone who has it can play): ${buildPreviewAddress(config, game, token)}`,
    `To end it: npm run games -- preview ${game} ${number} --revoke`,
  ];
}
