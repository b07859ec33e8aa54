// The console's calls for the configuration of a game.
import { Problem } from '#model/problem.ts';
import { checkBodyValue } from '#server/http/read-body.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import type { Infrastructure } from '#server/infrastructure.ts';
import { buildConfigurationSchema, readConfiguration, saveConfiguration } from './game-configuration.ts';
import { refuseAsProblem } from './refuse-as-problem.ts';

type ConfigurationCall = 'configuration' | 'saveConfiguration';

export function createConfigurationRoutes({
  config,
  database,
}: Pick<Infrastructure, 'config' | 'database'>): Pick<AreaHandlers<'operatorGames'>, ConfigurationCall> {
  return {
    configuration: async ({ params: { Game }, operator }) => {
      const { document, version } = await readConfiguration(database.kysely, Game);
      const isOfStudio = operator.games !== undefined;
      return { Version: version, Document: document, Schema: buildConfigurationSchema({ isOfStudio }) };
    },
    saveConfiguration: async ({ params: { Game }, body, operator, audit }) => {
      // The document may be the same.
      audit.noChange();
      const { version, changed, questsGone, progressLost, achievementsGone } = await refuseAsProblem(() =>
        saveConfiguration(database, Game, parseDocument(body.Document), {
          seen: body.Version,
          portalOrigin: config.publicUrl.origin,
          isOfStudio: operator.games !== undefined,
          reason: body.Reason,
          record: audit.change,
        }),
      );
      return {
        Version: version,
        Changed: changed.map((path) => path.slice(0, 500)),
        Notes: [
          ...(questsGone > 0 ? [`${questsGone} quests removed, with the progress of ${progressLost} players.`] : []),
          ...(achievementsGone.length > 0
            ? [
                `Achievements removed: ${achievementsGone.join(', ')}. Players keep those that they have unlocked.`.slice(
                  0,
                  1000,
                ),
              ]
            : []),
        ],
      };
    },
  };
}

function parseDocument(json: string): unknown {
  let document: unknown;
  try {
    document = JSON.parse(json);
  } catch (cause) {
    throw new Problem('InvalidRequest', "The document isn't valid JSON.", { cause });
  }
  checkBodyValue(document, 0);
  return document;
}
