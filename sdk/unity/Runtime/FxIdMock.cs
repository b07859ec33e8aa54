// The simulated portal for the editor and for builds that are not web pages. The developer sets here what a player would decide; by
// default, purchases are cancelled. The other replies are in FxIdMockAnswers.cs.
#if !UNITY_WEBGL || UNITY_EDITOR
using System.Collections;
using System.Collections.Generic;
using UnityEngine;

namespace FxId
{
    public static partial class FxIdMock
    {
        /// <summary>Set to true to make purchases succeed.</summary>
        public static bool PurchasesArePaid;

        /// <summary>The outcome of ads: finished, skipped or failed.</summary>
        public static string AdOutcome = FxId.AdOutcome.Finished;

        /// <summary>The game's calls in order, for your tests.</summary>
        public static readonly List<RecordedCall> Calls = new List<RecordedCall>();

        public class RecordedCall
        {
            public string Method;
            public string ParametersJson;
        }

        private static readonly HashSet<string> heard = new HashSet<string>();
        private static readonly List<KeyValuePair<string, string>> unconsumed = new List<KeyValuePair<string, string>>();
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

        internal static void Call(FxIdReceiver receiver, int id, string method, string parametersJson)
        {
            Calls.Add(new RecordedCall { Method = method, ParametersJson = parametersJson });
            object parameters = FxIdJson.Parse(parametersJson);
            string json;
            if (Answers.TryGetValue(method, out json)) Answer(receiver, id, "", json);
            else if (method == "BuyProduct") Buy(receiver, id, parameters);
            else if (method == "GetPurchases")
                Answer(receiver, id, "", "{\"purchases\":[" + string.Join(",", unconsumed.ConvertAll(each => each.Value).ToArray()) + "]}");
            else if (method == "ConsumePurchase") Consume(receiver, id, FxIdJson.Text(parameters, "purchaseId"));
            else if (method == "AdsVideoShow" || method == "AdsInterstitialShow")
                Answer(receiver, id, "", "{\"outcome\":\"" + AdOutcome + "\"}");
            else if (method == "ChangeLanguage")
            {
                string language = FxIdJson.Write(FxIdJson.Text(parameters, "language"));
                Answer(receiver, id, "", "{\"language\":" + language + "}");
                Emit("languageChanged", "{\"language\":" + language + "}");
            }
            else if (method == "WordsFilter")
            {
                string text = FxIdJson.Write(FxIdJson.Text(parameters, "text"));
                Answer(receiver, id, "", "{\"text\":" + text + ",\"changed\":false}");
            }
            else Answer(receiver, id, "NotSupported", "Add an answer to FxIdMock.Answers, or try it in a portal.");
        }

        internal static void Listen(string eventName)
        {
            heard.Add(eventName);
        }

        private static void Buy(FxIdReceiver receiver, int id, object parameters)
        {
            if (!PurchasesArePaid)
            {
                Answer(receiver, id, "UserCancelled", "FxIdMock.PurchasesArePaid is false.");
                return;
            }
            purchases += 1;
            string purchaseId = "local-" + purchases;
            string payload = FxIdJson.OptionalText(parameters, "developerPayload");
            unconsumed.Add(new KeyValuePair<string, string>(purchaseId,
                "{\"purchaseId\":\"" + purchaseId + "\",\"sku\":" + FxIdJson.Write(FxIdJson.Text(parameters, "sku")) +
                ",\"quantity\":1," + (payload == null ? "" : "\"developerPayload\":" + FxIdJson.Write(payload) + ",") +
                "\"purchasedAt\":\"" + System.DateTime.UtcNow.ToString("yyyy-MM-ddTHH:mm:ss.fffZ") + "\",\"isTest\":true}"));
            string stats = "{\"currency\":\"USD\",\"currencyAmount\":0.99,\"usdAmount\":0.99}";
            Answer(receiver, id, "", "{\"transactionId\":\"" + purchaseId + "\",\"stats\":" + stats + "}");
        }

        private static void Consume(FxIdReceiver receiver, int id, string purchaseId)
        {
            int number;
            bool isKnown = purchaseId.StartsWith("local-") && int.TryParse(purchaseId.Substring(6), out number)
                && number >= 1 && number <= purchases;
            if (!isKnown) Answer(receiver, id, "InvalidRequest", "No purchase " + purchaseId + ".");
            else
            {
                bool isConsumed = unconsumed.RemoveAll(each => each.Key == purchaseId) > 0;
                Answer(receiver, id, "", "{\"consumed\":" + (isConsumed ? "true" : "false") + "}");
            }
        }

        private static void Answer(FxIdReceiver receiver, int id, string code, string json)
        {
            receiver.StartCoroutine(AnswerNextFrame(receiver, id + "\n" + code + "\n" + json));
        }

        // Asynchronous, like the page's replies.
        private static IEnumerator AnswerNextFrame(FxIdReceiver receiver, string message)
        {
            yield return null;
            receiver.OnFxIdAnswer(message);
        }
    }
}
#endif
