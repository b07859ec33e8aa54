// The invented portal of the editor and of builds that are no web page. What a player would decide is set here by the game's
// developer; nothing is bought by default.
#if !UNITY_WEBGL || UNITY_EDITOR
using System.Collections;
using System.Collections.Generic;
using UnityEngine;

namespace FxId
{
    public static class FxIdMock
    {
        /// <summary>Set to true to let purchases go through.</summary>
        public static bool PurchasesArePaid;

        /// <summary>finished, skipped or failed.</summary>
        public static string AdOutcome = "finished";

        /// <summary>Answers to more methods, or other ones: the method's name and its JSON.</summary>
        public static readonly Dictionary<string, string> Answers = new Dictionary<string, string>
        {
            { "GetInfo", Info },
            { "AuthenticateUser", "{\"userId\":\"00000000-0000-4000-8000-000000000001\",\"guest\":false}" },
            { "GetFriends", "{\"friends\":[]}" },
            { "DefaultStoreFront", "{\"currency\":\"USD\",\"products\":[]}" },
            { "AdsVideoReady", "{\"ready\":true}" },
            { "AdsInterstitialReady", "{\"ready\":true}" },
            { "SetStatus", "{}" },
            { "StatInitialize", "{}" },
            { "StatEvent", "{}" },
            { "LoadingProgress", "{}" },
            { "LoadingReady", "{}" },
            { "GameStarted", "{}" },
            { "GameStopped", "{}" },
            { "SendInGameEvent", "{\"sent\":true}" },
        };

        private const string Info =
            "{\"game\":\"local\",\"environment\":{\"os\":\"local\",\"isMobile\":false},"
            + "\"fxId\":{\"userId\":\"00000000-0000-4000-8000-000000000001\",\"locale\":\"en\",\"gameUid\":\"local-player\","
            + "\"guest\":true},\"social\":{\"social\":\"local\",\"paymentsAvailable\":true,\"userId\":\"local-player\","
            + "\"displayName\":\"Local Player\",\"capabilities\":[\"FriendsList\",\"AdsAvailable\",\"RewardedAds\",\"InterstitialAds\"]}}";

        private static readonly HashSet<string> heard = new HashSet<string>();
        private static int purchases;

        /// <summary>Sends an event to the game, as the portal would.</summary>
        public static void Emit(string eventName, string json)
        {
            if (heard.Contains(eventName)) FxIdSdk.Hear(eventName, json);
        }

        internal static void Init(FxIdReceiver receiver, int id)
        {
            Answer(receiver, id, "", "{\"environment\":\"local\",\"info\":" + Answers["GetInfo"] + "}");
        }

        internal static void Call(FxIdReceiver receiver, int id, string method)
        {
            string json;
            if (method == "BuyProduct" && PurchasesArePaid)
            {
                purchases += 1;
                string stats = "{\"currency\":\"USD\",\"currencyAmount\":0.99,\"usdAmount\":0.99}";
                Answer(receiver, id, "", "{\"transactionId\":\"local-" + purchases + "\",\"stats\":" + stats + "}");
            }
            else if (method == "BuyProduct") Answer(receiver, id, "UserCancelled", "FxIdMock.PurchasesArePaid is false.");
            else if (method == "AdsVideoShow" || method == "AdsInterstitialShow")
                Answer(receiver, id, "", "{\"outcome\":\"" + AdOutcome + "\"}");
            else if (Answers.TryGetValue(method, out json)) Answer(receiver, id, "", json);
            else Answer(receiver, id, "NotSupported", "Add an answer to FxIdMock.Answers, or try it in a portal.");
        }

        internal static void Listen(string eventName)
        {
            heard.Add(eventName);
        }

        private static void Answer(FxIdReceiver receiver, int id, string code, string json)
        {
            receiver.StartCoroutine(AnswerNextFrame(receiver, id + "\n" + code + "\n" + json));
        }

        // Never at once: the page's answers come later, too.
        private static IEnumerator AnswerNextFrame(FxIdReceiver receiver, string message)
        {
            yield return null;
            receiver.OnFxIdAnswer(message);
        }
    }
}
#endif
