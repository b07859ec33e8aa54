// The C# face of the SDK: the connection. The calls are in FxIdCalls.cs, the events in FxIdEvents.cs. One task per call; a call that
// fails throws FxIdException with the portal's code. In a WebGL build calls go to the page through FxId.jslib; in the editor and in
// other builds FxIdMock answers.
using System;
using System.Collections.Generic;
using System.Threading.Tasks;
using UnityEngine;

namespace FxId
{
    public static partial class FxIdSdk
    {
        private static Task<PlayerInfo> starting;
        private static readonly Dictionary<string, Action<string>> listeners = new Dictionary<string, Action<string>>();

        /// <summary>portal, embedded, local or disabled; null until InitAsync has ended.</summary>
        public static string Environment { get; private set; }

        /// <summary>As of now: it changes when the player signs in. Null until InitAsync has ended.</summary>
        public static PlayerInfo Player { get; private set; }

        /// <summary>
        /// Connects to the portal. Call it as often as you like. It does not throw: where there is no portal, Environment is
        /// "disabled" and the other calls throw NotSupported, so that the game starts in any case.
        /// </summary>
        /// <param name="scriptAddress">Where the page gets the SDK from, unless the page has it already.</param>
        public static Task<PlayerInfo> InitAsync(string scriptAddress = "/sdk/v1/sdk.js")
        {
            return starting ?? (starting = StartAsync(scriptAddress));
        }

        /// <summary>Any method by its name on the wire, with parameters and answer as JSON.</summary>
        public static Task<string> CallAsync(string method, string parametersJson = "{}")
        {
            return FxIdReceiver.Instance.CallAsync(method, parametersJson);
        }

        /// <summary>Any method, with parameters and answer that JsonUtility can read.</summary>
        public static async Task<TResult> CallAsync<TResult>(string method, object parameters = null)
        {
            string json = parameters == null ? "{}" : JsonUtility.ToJson(parameters);
            return JsonUtility.FromJson<TResult>(await CallAsync(method, json));
        }

        /// <summary>Listens to an event by its name on the wire; the data is JSON. FxIdEvents has them typed.</summary>
        /// <returns>Stops listening when called.</returns>
        public static Action On(string eventName, Action<string> listener)
        {
            bool isNew = !listeners.ContainsKey(eventName);
            listeners[eventName] = isNew ? listener : listeners[eventName] + listener;
            // Those that this version knows are listened to from the start.
            bool isKnown = Array.IndexOf(FxIdEvents.Names, eventName) >= 0;
            if (isNew && Environment != null && !isKnown) FxIdReceiver.Instance.Listen(eventName);
            return () => listeners[eventName] -= listener;
        }

        /// <summary>Ask before you show a button: HasCapability(Capability.FriendsList).</summary>
        public static bool HasCapability(string capability)
        {
            return Player != null && Array.IndexOf(Player.social.capabilities, capability) >= 0;
        }

        internal static void Hear(string eventName, string json)
        {
            object data = FxIdJson.Parse(json);
            if (eventName == "userInfoChanged") Player = PlayerInfo.Read(data);
            Try(() => FxIdEvents.Raise(eventName, data));
            Action<string> listener;
            if (listeners.TryGetValue(eventName, out listener) && listener != null) Try(() => listener(json));
        }

        private static async Task<object> CallParsedAsync(string method, Dictionary<string, object> parameters)
        {
            return FxIdJson.Parse(await CallAsync(method, FxIdJson.Write(parameters)));
        }

        private static async Task<PlayerInfo> StartAsync(string scriptAddress)
        {
            string environment = "disabled";
            try
            {
                object result = FxIdJson.Parse(await FxIdReceiver.Instance.InitAsync(scriptAddress));
                Player = PlayerInfo.Read(FxIdJson.Member(result, "info")) ?? new PlayerInfo();
                environment = FxIdJson.Text(result, "environment");
            }
            catch (FxIdException error)
            {
                Debug.LogWarning("FxId: " + error.Message + " The game starts without a portal.");
                Player = new PlayerInfo();
            }
            foreach (string eventName in FxIdEvents.Names) FxIdReceiver.Instance.Listen(eventName);
            foreach (string eventName in listeners.Keys)
            {
                if (Array.IndexOf(FxIdEvents.Names, eventName) < 0) FxIdReceiver.Instance.Listen(eventName);
            }
            Environment = environment;
            return Player;
        }

        // A listener that throws must not keep the next one from hearing.
        private static void Try(Action action)
        {
            try
            {
                action();
            }
            catch (Exception error)
            {
                Debug.LogException(error);
            }
        }
    }
}
