// Makes every call of the Unity package against FxIdMock and sends every event. Reads parameters and replies from a file, and
// prints one line of JSON for each call and event.
using System;
using System.Collections.Generic;
using System.IO;
using System.Reflection;
using System.Threading.Tasks;
using FxId;
using UnityEngine;

public static class TryCalls
{
    private static object input;

    public static int Main(string[] args)
    {
        input = FxIdJson.Parse(File.ReadAllText(args[0]));
        Task running = RunAsync();
        while (!running.IsCompleted) MonoBehaviour.RunFrame();
        running.GetAwaiter().GetResult();
        return 0;
    }

    private static async Task RunAsync()
    {
        PlayerInfo player = await FxIdSdk.InitAsync();
        Print("init", FxIdSdk.Environment, Plain(player));
        foreach (KeyValuePair<string, object> answer in Map("answers")) FxIdMock.Answers[answer.Key] = FxIdJson.Write(answer.Value);
        foreach (MethodInfo method in typeof(FxIdSdk).GetMethods(BindingFlags.Public | BindingFlags.Static))
        {
            if (!method.Name.EndsWith("Async") || method.Name == "InitAsync" || method.Name == "CallAsync") continue;
            await TryAsync(method, true);
            await TryAsync(method, false);
        }
        foreach (EventInfo each in typeof(FxIdEvents).GetEvents()) Listen(each);
        foreach (KeyValuePair<string, object> each in Map("events")) FxIdMock.Emit(each.Key, FxIdJson.Write(each.Value));
    }

    private static async Task TryAsync(MethodInfo method, bool withOptional)
    {
        List<object> arguments = new List<object>();
        foreach (ParameterInfo parameter in method.GetParameters())
        {
            bool isLeftOut = parameter.IsOptional && !withOptional;
            arguments.Add(isLeftOut ? null : ConvertTo(parameter.ParameterType, Map("arguments")[parameter.Name]));
        }
        FxIdMock.Calls.Clear();
        Task task = (Task)method.Invoke(null, arguments.ToArray());
        object result = null;
        try
        {
            await task;
            PropertyInfo property = task.GetType().GetProperty("Result");
            // A task without a result has a Result property of a type that is not public.
            if (property != null && property.PropertyType.IsPublic || property != null && property.PropertyType.IsArray)
                result = Plain(property.GetValue(task, null));
        }
        catch (FxIdException error)
        {
            result = "refused: " + error.Code;
        }
        foreach (FxIdMock.RecordedCall call in FxIdMock.Calls) Print("call", call.Method, FxIdJson.Parse(call.ParametersJson), result);
    }

    private static void Listen(EventInfo each)
    {
        Type[] types = each.EventHandlerType.GetGenericArguments();
        if (types.Length == 0)
        {
            each.AddEventHandler(null, new Action(() => Print("event", each.Name, new Dictionary<string, object>())));
            return;
        }
        MethodInfo listener = typeof(TryCalls).GetMethod("ListenTo").MakeGenericMethod(types);
        listener.Invoke(null, new object[] { each });
    }

    public static void ListenTo<T>(EventInfo each)
    {
        each.AddEventHandler(null, new Action<T>(data => Print("event", each.Name, Plain(data))));
    }

    private static object ConvertTo(Type type, object value)
    {
        Type bare = Nullable.GetUnderlyingType(type) ?? type;
        if (bare == typeof(string[])) return ((List<object>)value).ConvertAll(item => (string)item).ToArray();
        return value is double ? Convert.ChangeType(value, bare == typeof(object) ? typeof(double) : bare) : value;
    }

    /// <summary>The public fields by name, without null.</summary>
    private static object Plain(object value)
    {
        if (value == null || value is string || value is bool || value is IDictionary<string, object>) return value;
        if (value is int || value is double) return Convert.ToDouble(value);
        if (value is List<object>) return value;
        if (value is Array)
        {
            List<object> list = new List<object>();
            foreach (object item in (Array)value) list.Add(Plain(item));
            return list;
        }
        Dictionary<string, object> map = new Dictionary<string, object>();
        foreach (FieldInfo field in value.GetType().GetFields(BindingFlags.Public | BindingFlags.Instance))
        {
            object plain = Plain(field.GetValue(value));
            if (plain != null) map[field.Name] = plain;
        }
        return map;
    }

    private static Dictionary<string, object> Map(string name)
    {
        return (Dictionary<string, object>)((Dictionary<string, object>)input)[name];
    }

    private static void Print(params object[] line)
    {
        Console.WriteLine(FxIdJson.Write(line));
    }
}
