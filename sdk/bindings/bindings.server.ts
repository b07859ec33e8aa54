// Generates the files of the Unity and Godot bindings, by their path below sdk/. Their manifests get the SDK's version
// and licence.
import { readFile } from 'node:fs/promises';
import { createLocalPortal } from '../local-portal.ts';
import { readProtocol } from './read-protocol.server.ts';
import {
  writeCsharpCalls,
  writeCsharpEvents,
  writeCsharpMockAnswers,
  writeCsharpTypes,
  type MockReplies,
} from './write-csharp.server.ts';
import { writeGodotCalls, writeGodotMockAnswers, writeGodotTypes } from './write-gdscript.server.ts';

export async function generateBindings(): Promise<ReadonlyMap<string, string>> {
  const protocol = readProtocol();
  const answers = await askLocalPortal(protocol.calls.map(({ method }) => method));
  const { version, license } = JSON.parse(await readSdkFile('package.json')) as Record<'version' | 'license', string>;
  const unityPackage = JSON.parse(await readSdkFile('unity/package.json')) as object;
  const godotPlugin = await readSdkFile('godot/addons/fxid/plugin.cfg');
  return new Map([
    ['unity/package.json', `${JSON.stringify({ ...unityPackage, version, license }, undefined, 2)}\n`],
    ['godot/addons/fxid/plugin.cfg', godotPlugin.replace(/^version=".*"$/m, `version="${version}"`)],
    ['unity/Runtime/FxIdTypes.cs', writeCsharpTypes(protocol)],
    ['unity/Runtime/FxIdCalls.cs', writeCsharpCalls(protocol)],
    ['unity/Runtime/FxIdEvents.cs', writeCsharpEvents(protocol)],
    ['unity/Runtime/FxIdMockAnswers.cs', writeCsharpMockAnswers(answers)],
    ['godot/addons/fxid/types.gd', writeGodotTypes(protocol)],
    ['godot/addons/fxid/calls.gd', writeGodotCalls(protocol)],
    ['godot/addons/fxid/mock_answers.gd', writeGodotMockAnswers(answers)],
  ]);
}

/** The mocks produce these replies themselves, from the developer's choice or from the call's parameters. */
const decidedByMocks = new Set([
  'BuyProduct',
  'GetPurchases',
  'ConsumePurchase',
  'AdsVideoShow',
  'AdsInterstitialShow',
  'ChangeLanguage',
  'WordsFilter',
]);

/**
 * The replies of the SDK's local portal when there is no developer to ask. Calls that it does not support are left out.
 */
async function askLocalPortal(methods: readonly string[]): Promise<MockReplies> {
  const portal = createLocalPortal({ language: 'en' });
  const answers: Record<string, unknown> = {};
  for (const method of methods) {
    if (decidedByMocks.has(method)) continue;
    const answer = await portal.call(method, {}).catch((error: { code: string }) => {
      if (error.code === 'NotSupported') return undefined;
      throw error;
    });
    if (answer !== undefined) answers[method] = answer;
  }
  return answers;
}

const readSdkFile = (path: string): Promise<string> => readFile(new URL(`../${path}`, import.meta.url), 'utf8');
