// The SDK's connection in C#. The calls are in FxIdCalls.cs, the events in FxIdEvents.cs. A failed call throws FxIdException with the
// portal's code. A WebGL build calls the page through FxId.jslib; in the editor and in other builds, FxIdMock replies.
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

        /// <summary>portal, embedded, local or disabled; null until InitAsync has completed.</summary>
        public static string Environment { get; private set; }

        /// <summary>The current player; changes when the player signs in. Null until InitAsync has completed.</summary>
        public static PlayerInfo Player { get; private set; }

        /// <summary>
        /// Connects to the portal. Can be called repeatedly and never throws. Without a portal, Environment is "disabled" and all
        /// other calls throw NotSupported.
        /// </summary>
        /// <param name="scriptAddress">The URL from which the page loads the SDK, if it has not loaded it already.</param>
        public static Task<PlayerInfo> InitAsync(string scriptAddress = "/sdk/v1/sdk.js")
        {
            return starting ?? (starting = StartAsync(scriptAddress));
        }

        /// <summary>Calls any method by its protocol name, with parameters and result as JSON.</summary>
        public static Task<string> CallAsync(string method, string parametersJson = "{}")
        {
            return FxIdReceiver.Instance.CallAsync(method, parametersJson);
        }

        /// <summary>Calls any method, with parameters and result that JsonUtility can convert.</summary>
        public static async Task<TResult> CallAsync<TResult>(string method, object parameters = null)
        {
            string json = parameters == null ? "{}" : JsonUtility.ToJson(parameters);
            return JsonUtility.FromJson<TResult>(await CallAsync(method, json));
        }

        /// <summary>Listens to an event by its protocol name; the data is JSON. FxIdEvents has typed events.</summary>
        /// <returns>A function that removes the listener.</returns>
        public static Action On(string eventName, Action<string> listener)
        {
            bool isNew = !listeners.ContainsKey(eventName);
            listeners[eventName] = isNew ? listener : listeners[eventName] + listener;
            // InitAsync has already subscribed to the events that this version knows.
            bool isKnown = Array.IndexOf(FxIdEvents.Names, eventName) >= 0;
            if (isNew && Environment != null && !isKnown) FxIdReceiver.Instance.Listen(eventName);
            return () => listeners[eventName] -= listener;
        }

        /// <summary>Check this before you show a button: HasCapability(Capability.FriendsList).</summary>
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

        // If a listener throws, the others are still called.
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
