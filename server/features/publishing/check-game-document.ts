// Validates a game document. Documents are edited by hand, so all errors are reported together, each with its path.
import { Value } from 'typebox/value';
import type { ValidationResult } from '#model/validation-result.ts';
import { checkPattern, maxPatternLength, maxCompiledPatternSize } from '#model/pattern.ts';
import { findAchievementFaults } from '#server/features/achievements/check-achievements.ts';
import { findPushKeyError } from '#server/features/push/find-push-key-error.ts';
import { checkBodyValue } from '#server/http/read-body.ts';
import { describeSchemaFault } from '#server/http/describe-schema-fault.ts';
import { findLeaderboardFaults } from './find-leaderboard-faults.ts';
import { GameDocument } from './game-document.ts';
import { normalizeGameAddress } from './read-game-source.ts';
import { PublishingError } from './publishing-error.ts';

const maxShown = 20;

export function parseGameDocument(game: string, json: string, portalOrigin: string): GameDocument {
  const checked = validateGameDocument(game, parse(json), portalOrigin);
  if ('faults' in checked) throw wrong(checked.faults);
  return checked.value;
}

export function validateGameDocument(
  game: string,
  document: unknown,
  portalOrigin: string,
): ValidationResult<GameDocument> {
  if (!Value.Check(GameDocument, document))
    return {
      faults: Value.Errors(GameDocument, document).map((error) => `${placeOf(error)} ${describeSchemaFault(error)}`),
    };
  const faults = [...problemsOf(game, document, portalOrigin)];
  return faults.length > 0 ? { faults } : { value: document };
}

function parse(json: string): unknown {
  try {
    const value: unknown = JSON.parse(json);
    checkBodyValue(value, 0);
    return value;
  } catch (cause) {
    throw new PublishingError(
      "Standard input isn't valid JSON. Start with: npm run -s games -- show <game> > game.json",
      {
        cause,
      },
    );
  }
}

function wrong(problems: readonly string[]): PublishingError {
  const more = problems.length > maxShown ? [`  and ${problems.length - maxShown} more`] : [];
  const shown = problems.slice(0, maxShown).map((problem) => `  - ${problem}`);
  return new PublishingError(`The document is invalid; nothing was changed:\n${[...shown, ...more].join('\n')}`);
}

/** An unknown property is reported by its own path, not its object's. */
function placeOf({ instancePath, params }: { instancePath: string; params: object }): string {
  const { additionalProperties } = params as { additionalProperties?: readonly string[] };
  const [name] = additionalProperties ?? [];
  return name === undefined ? instancePath || '/' : `${instancePath}/${name}`;
}

function* problemsOf(game: string, document: GameDocument, portalOrigin: string): Generator<string> {
  const { Game, Config, Builds, EventRules, Quests, SharedWith } = document;
  if (Game !== game) yield `/Game is ${Game}, and the command is for ${game}`;
  if (Config.GameSystemName !== game) yield `/Config/GameSystemName is ${Config.GameSystemName} and must be ${game}`;
  if (Object.values(Config.StorePage.Title).every((title) => title.trim() === ''))
    yield '/Config/StorePage/Title needs a text in at least one language';
  if (Config.Url !== undefined) yield* urlProblems(Config.Url, portalOrigin);
  const wrongKey = findPushKeyError(Config.WebPushPublicKey);
  if (wrongKey !== undefined) yield `/Config/WebPushPublicKey ${wrongKey}`;
  yield* branchProblems(Config.Launcher);
  for (const [at, board] of Config.Leaderboards.entries())
    for (const fault of findLeaderboardFaults(board)) yield `/Config/Leaderboards/${at}/${fault}`;
  for (const at of repeated(Config.Leaderboards.map(({ Id }) => Id)))
    yield `/Config/Leaderboards/${at}/Id stands there twice`;
  yield* limitProblems(Config.Presentation);
  yield* windowProblems(Config.Maintenance);
  for (const [at, { Matcher }] of (Config.Analytics?.Sections ?? []).entries())
    yield* expressionProblems(`/Config/Analytics/Sections/${at}/Matcher`, Matcher);
  for (const at of repeated(Builds.map((each) => `${each.OtaVersion} ${each.BuildNumber} ${each.Platform ?? ''}`)))
    yield `/Builds/${at} has the version, number and platform of another build`;
  for (const [list, entries] of [
    ['Builds', Builds],
    ['Quests', Quests],
  ] as const)
    for (const at of repeated(entries.map(({ Id }) => Id))) yield `/${list}/${at}/Id stands there twice`;
  for (const [at, { CreatedAt }] of Builds.entries())
    if (CreatedAt !== undefined && Number.isNaN(Date.parse(CreatedAt)))
      yield `/Builds/${at}/CreatedAt isn't a valid date and time`;
  for (const [list, entries] of [
    ['EventRules', EventRules],
    ['Quests', Quests],
  ] as const)
    for (const [at, entry] of entries.entries()) yield* filterProblems(`/${list}/${at}`, entry);
  yield* eventSizeProblems(document);
  for (const [at, { Titles }] of Quests.entries())
    if (Object.values(Titles).every((title) => title.trim() === ''))
      yield `/Quests/${at}/Titles needs a text in at least one language`;
  for (const [at, { Reward, ReportedBy }] of Quests.entries()) {
    if (!Reward) continue;
    for (const product of repeated(Reward.Products.map(({ Sku }) => Sku)))
      yield `/Quests/${at}/Reward/Products/${product}/Sku stands there twice`;
    if (ReportedBy === 'Page' && Reward.Game !== undefined && Reward.Game !== game)
      yield `/Quests/${at}/ReportedBy must be Server: players could forge the events and get products of another game`;
  }
  yield* findAchievementFaults(document.Achievements ?? [], Quests);
  for (const at of repeated(SharedWith)) yield `/SharedWith/${at} stands there twice`;
  if (SharedWith.includes(game)) yield `/SharedWith/${SharedWith.indexOf(game)} is the game itself`;
}

function* branchProblems(options: GameDocument['Config']['Launcher']): Generator<string> {
  if (!options) return;
  const { Branches, DefaultBranch, OpenBranches = [] } = options;
  for (const at of repeated(Branches)) yield `/Config/Launcher/Branches/${at} stands there twice`;
  if (!Branches.includes(DefaultBranch)) yield `/Config/Launcher/DefaultBranch is none of its Branches`;
  for (const [at, branch] of OpenBranches.entries())
    if (!Branches.includes(branch)) yield `/Config/Launcher/OpenBranches/${at} is none of its Branches`;
}

function* urlProblems(url: string, portalOrigin: string): Generator<string> {
  try {
    normalizeGameAddress(url, portalOrigin);
  } catch (error) {
    yield `/Config/Url: ${(error as Error).message}`;
  }
}

function* limitProblems(limits: GameDocument['Config']['Presentation']): Generator<string> {
  const { MinWidth = 0, MaxWidth = Infinity, MinHeight = 0, MaxHeight = Infinity } = limits;
  const { MinRatio = 0, MaxRatio = Infinity } = limits;
  if (MinWidth > MaxWidth) yield '/Config/Presentation/MinWidth is more than MaxWidth';
  if (MinHeight > MaxHeight) yield '/Config/Presentation/MinHeight is more than MaxHeight';
  if (MinRatio > MaxRatio) yield '/Config/Presentation/MinRatio is more than MaxRatio';
}

function* windowProblems(window: GameDocument['Config']['Maintenance']): Generator<string> {
  if (!window) return;
  const [from, to] = [Date.parse(window.From), window.To === undefined ? Infinity : Date.parse(window.To)];
  if (Number.isNaN(from)) yield "/Config/Maintenance/From isn't a valid date and time";
  if (Number.isNaN(to)) yield "/Config/Maintenance/To isn't a valid date and time";
  if (to <= from) yield '/Config/Maintenance/To is not after From';
}

function* filterProblems(place: string, entry: { [F in `Filter${1 | 2 | 3}`]?: string }): Generator<string> {
  for (const name of ['Filter1', 'Filter2', 'Filter3'] as const) {
    yield* expressionProblems(`${place}/${name}`, entry[name]);
  }
}

function* expressionProblems(place: string, filter = ''): Generator<string> {
  const check = checkFilter(filter);
  if (check?.outcome === 'unreadable') yield `${place} isn't a valid expression and would match nothing`;
  if (check?.outcome === 'too-large')
    yield `${place} is too large: an expression has at most ${maxPatternLength} characters and ${maxCompiledPatternSize} instructions. Count fewer repetitions`;
}

const checkFilter = (filter = '') => {
  const expression = /^\/(.*)\/$/s.exec(filter)?.[1];
  return expression === undefined ? undefined : checkPattern(expression);
};

/** All expressions for one event run one after another, on the server and in the player's page. */
function* eventSizeProblems({ EventRules, Quests }: GameDocument): Generator<string> {
  const sizes = new Map<string, number>();
  for (const { Code, Filter1, Filter2, Filter3 } of [...EventRules, ...Quests])
    for (const filter of [Filter1, Filter2, Filter3]) {
      const check = checkFilter(filter);
      if (check?.outcome === 'ok') sizes.set(Code, (sizes.get(Code) ?? 0) + check.programSize);
    }
  for (const [code, size] of sizes)
    if (size > maxEventProgramSize)
      yield `/EventRules and /Quests: the expressions for the event ${code} have ${size} instructions together, and at most ${maxEventProgramSize} are allowed. Use fewer or shorter ones`;
}

export const maxEventProgramSize = 4 * maxCompiledPatternSize;

const repeated = (values: readonly (string | undefined)[]): number[] =>
  values.flatMap((value, at) => (value !== undefined && values.indexOf(value) < at ? [at] : []));
