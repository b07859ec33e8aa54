// The part of Unity that the package uses, so that it compiles and runs without Unity. A coroutine runs one step per frame.
using System;
using System.Collections;
using System.Collections.Generic;

namespace UnityEngine
{
    [Flags]
    public enum HideFlags
    {
        HideInHierarchy = 1,
    }

    public class Object
    {
        public HideFlags hideFlags;

        public static void DontDestroyOnLoad(Object target)
        {
        }
    }

    public class GameObject : Object
    {
        public GameObject(string name)
        {
        }

        public T AddComponent<T>()
            where T : new()
        {
            return new T();
        }
    }

    public class Coroutine
    {
    }

    public class MonoBehaviour : Object
    {
        private static readonly Queue<IEnumerator> running = new Queue<IEnumerator>();

        public Coroutine StartCoroutine(IEnumerator routine)
        {
            running.Enqueue(routine);
            return new Coroutine();
        }

        public static void RunFrame()
        {
            for (int count = running.Count; count > 0; count -= 1)
            {
                IEnumerator routine = running.Dequeue();
                if (routine.MoveNext()) running.Enqueue(routine);
            }
        }
    }

    public static class Time
    {
        public static float timeScale = 1;
    }

    public static class Debug
    {
        public static void Log(object message)
        {
            Console.Error.WriteLine(message);
        }

        public static void LogWarning(object message)
        {
            Console.Error.WriteLine(message);
        }

        public static void LogError(object message)
        {
            Console.Error.WriteLine(message);
        }

        public static void LogException(Exception error)
        {
            Console.Error.WriteLine(error);
        }
    }

    public static class JsonUtility
    {
        public static string ToJson(object value)
        {
            throw new NotSupportedException("Only Unity has it.");
        }

        public static T FromJson<T>(string json)
        {
            throw new NotSupportedException("Only Unity has it.");
        }
    }
}
