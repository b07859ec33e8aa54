// What the vendor adds to pages of Unity games, whose code calls it by name.
import type { KongregateApi, KongregateLoader, KongregateUnitySupport, UnityInstance } from './vendor-types.ts';

/** Where pages of Unity games keep it. */
const instanceNames = ['unityInstance', 'gameInstance', 'unityGame', 'myGameInstance'];

type UnityPage = Partial<Record<string, Partial<UnityInstance>>> & Partial<UnityInstance>;

/** @param page the game's window */
export function createUnitySupport(
  loader: KongregateLoader,
  page: object,
  setGlobal: (api: KongregateApi) => void,
): KongregateUnitySupport {
  const getUnityObject = (): UnityInstance => ({
    SendMessage: (object, method, text) => {
      const given = page as UnityPage;
      const found = instanceNames.map((name) => given[name]).find((each) => typeof each?.SendMessage === 'function');
      // Unity up to 5 has it in the page itself.
      (found ?? given).SendMessage?.(object, method, text);
    },
  });
  return {
    getUnityObject,
    initAPI: (object, method) =>
      loader.loadAPI(() => {
        const api = loader.getAPI();
        if (!api) return;
        setGlobal(api);
        const { services } = api;
        const words = [services.getUserId(), services.getUsername(), services.getGameAuthToken()];
        getUnityObject().SendMessage(object, method, words.join('|'));
      }),
  };
}
