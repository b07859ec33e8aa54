// Receives the page's replies: SendMessage finds this object by its name. It survives scene changes.
using System.Collections.Generic;
using System.Threading.Tasks;
using UnityEngine;
#if UNITY_WEBGL && !UNITY_EDITOR
using System.Runtime.InteropServices;
#endif

namespace FxId
{
    public class FxIdReceiver : MonoBehaviour
    {
        private const string ObjectName = "FxIdReceiver";
        private static FxIdReceiver instance;
        private readonly Dictionary<int, Pending> pending = new Dictionary<int, Pending>();
        private int lastId;

        internal static FxIdReceiver Instance
        {
            get
            {
                if (instance == null)
                {
                    GameObject holder = new GameObject(ObjectName);
                    holder.hideFlags = HideFlags.HideInHierarchy;
                    DontDestroyOnLoad(holder);
                    instance = holder.AddComponent<FxIdReceiver>();
                }
                return instance;
            }
        }

        internal Task<string> InitAsync(string scriptAddress)
        {
            Pending call = Await("init");
            Bindings.FxIdInit(ObjectName, scriptAddress, call.Id);
            return call.Task;
        }

        internal Task<string> CallAsync(string method, string parametersJson)
        {
            Pending call = Await(method);
            Bindings.FxIdCall(call.Id, method, parametersJson);
            return call.Task;
        }

        internal void Listen(string eventName)
        {
            Bindings.FxIdListen(eventName);
        }

        /// <summary>Called by the page with three lines: id, error code (empty on success), and JSON or an error message.</summary>
        public void OnFxIdAnswer(string message)
        {
            string[] parts = message.Split(new[] { '\n' }, 3);
            Pending call;
            int id;
            if (parts.Length != 3 || !int.TryParse(parts[0], out id) || !pending.TryGetValue(id, out call))
            {
                Debug.LogWarning("FxId: an answer that nobody waits for: " + message);
                return;
            }
            pending.Remove(id);
            if (parts[1] == "") call.Resolve(parts[2]);
            else call.Reject(new FxIdException(parts[1], call.Method, parts[2]));
        }

        /// <summary>Called by the page with two lines: event name and JSON.</summary>
        public void OnFxIdEvent(string message)
        {
            string[] parts = message.Split(new[] { '\n' }, 2);
            if (parts.Length == 2) FxIdSdk.Hear(parts[0], parts[1]);
        }

        private Pending Await(string method)
        {
            lastId += 1;
            Pending call = new Pending(lastId, method);
            pending[call.Id] = call;
            return call;
        }

        private class Pending
        {
            public readonly int Id;
            public readonly string Method;
            private readonly TaskCompletionSource<string> source = new TaskCompletionSource<string>();

            public Pending(int id, string method)
            {
                Id = id;
                Method = method;
            }

            public Task<string> Task
            {
                get { return source.Task; }
            }

            public void Resolve(string json)
            {
                source.SetResult(json);
            }

            public void Reject(FxIdException error)
            {
                source.SetException(error);
            }
        }

#if UNITY_WEBGL && !UNITY_EDITOR
        private static class Bindings
        {
            [DllImport("__Internal")]
            public static extern void FxIdInit(string receiver, string scriptAddress, int id);

            [DllImport("__Internal")]
            public static extern void FxIdCall(int id, string method, string parametersJson);

            [DllImport("__Internal")]
            public static extern void FxIdListen(string eventName);
        }
#else
        private static class Bindings
        {
            public static void FxIdInit(string receiver, string scriptAddress, int id)
            {
                FxIdMock.Init(Instance, id);
            }

            public static void FxIdCall(int id, string method, string parametersJson)
            {
                FxIdMock.Call(Instance, id, method, parametersJson);
            }

            public static void FxIdListen(string eventName)
            {
                FxIdMock.Listen(eventName);
            }
        }
#endif
    }
}
