// The C# face of the SDK. One task per call; what fails is thrown as FxIdException with the code of the portal. In a WebGL
// build calls go to the page through FxId.jslib; in the editor and in other builds FxIdMock answers.
using System;
using System.Collections.Generic;
using System.Threading.Tasks;
using UnityEngine;

namespace FxId
{
    public static class FxIdSdk
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

        /// <summary>Hears an event, such as "languageChanged" or "pause". The data is JSON.</summary>
        /// <returns>Ends it when called.</returns>
        public static Action On(string eventName, Action<string> listener)
        {
            bool isNew = !listeners.ContainsKey(eventName);
            listeners[eventName] = isNew ? listener : listeners[eventName] + listener;
            // The SDK itself hears of the player's changes from the start.
            if (isNew && Environment != null && eventName != "userInfoChanged") FxIdReceiver.Instance.Listen(eventName);
            return () => listeners[eventName] -= listener;
        }

        /// <summary>Ask before you show a button: FriendsList, FriendsInvite, AdsAvailable, RewardedAds, InterstitialAds, BannerAds, RateApplication.</summary>
        public static bool HasCapability(string capability)
        {
            return Player != null && Array.IndexOf(Player.social.capabilities, capability) >= 0;
        }

        /// <summary>Opens the sign-in. Throws UserCancelled when the player closes it.</summary>
        public static Task<SignInResult> SignInAsync()
        {
            return CallAsync<SignInResult>("AuthenticateUser");
        }

        /// <summary>Call it from a click. Throws UserCancelled when the player gives up.</summary>
        public static Task<PurchaseResult> PurchaseAsync(string sku, string developerPayload = null)
        {
            // JsonUtility writes a missing text as an empty one, which is a payload too.
            return developerPayload == null
                ? CallAsync<PurchaseResult>("BuyProduct", new SkuParameters { sku = sku })
                : CallAsync<PurchaseResult>(
                    "BuyProduct",
                    new PayloadParameters { sku = sku, developerPayload = developerPayload });
        }

        public static Task<StoreFront> ProductsAsync()
        {
            return CallAsync<StoreFront>("DefaultStoreFront");
        }

        /// <summary>Give the reward only when the outcome is "finished".</summary>
        public static Task<AdResult> ShowRewardedAsync()
        {
            return CallAsync<AdResult>("AdsVideoShow");
        }

        /// <summary>A missing ad is an outcome, too: "failed", with a reason.</summary>
        public static Task<AdResult> ShowInterstitialAsync()
        {
            return CallAsync<AdResult>("AdsInterstitialShow");
        }

        public static async Task<Friend[]> FriendsAsync()
        {
            return (await CallAsync<FriendList>("GetFriends")).friends;
        }

        /// <summary>The game can be played: the portal takes its loading screen away.</summary>
        public static Task LoadingReadyAsync()
        {
            return CallAsync("LoadingReady");
        }

        public static Task GameStartedAsync()
        {
            return CallAsync("GameStarted");
        }

        public static Task GameStoppedAsync()
        {
            return CallAsync("GameStopped");
        }

        public static Task SetStatusAsync(string status)
        {
            return CallAsync("SetStatus", JsonUtility.ToJson(new StatusParameters { status = status }));
        }

        internal static void Hear(string eventName, string json)
        {
            if (eventName == "userInfoChanged") Player = JsonUtility.FromJson<PlayerInfo>(json);
            Action<string> listener;
            if (listeners.TryGetValue(eventName, out listener) && listener != null) listener(json);
        }

        private static async Task<PlayerInfo> StartAsync(string scriptAddress)
        {
            string environment = "disabled";
            try
            {
                string json = await FxIdReceiver.Instance.InitAsync(scriptAddress);
                StartResult result = JsonUtility.FromJson<StartResult>(json);
                Player = result.info;
                environment = result.environment;
            }
            catch (FxIdException error)
            {
                Debug.LogWarning("FxId: " + error.Message + " The game starts without a portal.");
                Player = new PlayerInfo();
            }
            FxIdReceiver.Instance.Listen("userInfoChanged");
            foreach (string eventName in listeners.Keys)
            {
                if (eventName != "userInfoChanged") FxIdReceiver.Instance.Listen(eventName);
            }
            Environment = environment;
            return Player;
        }

        [Serializable]
        private class StartResult
        {
            public string environment = "disabled";
            public PlayerInfo info = new PlayerInfo();
        }

        [Serializable]
        private class SkuParameters
        {
            public string sku;
        }

        [Serializable]
        private class PayloadParameters
        {
            public string sku;
            public string developerPayload;
        }

        [Serializable]
        private class StatusParameters
        {
            public string status;
        }

        [Serializable]
        private class FriendList
        {
            public Friend[] friends = new Friend[0];
        }
    }
}
