// Parses and writes JSON, because JsonUtility supports neither dictionaries nor missing values. A value is null,
// bool, double, string, List<object> or Dictionary<string, object>.
using System;
using System.Collections;
using System.Collections.Generic;
using System.Globalization;
using System.Text;

namespace FxId
{
    public static class FxIdJson
    {
        /// <summary>Throws FormatException if the text is not JSON.</summary>
        public static object Parse(string text)
        {
            return new Parser(text).ParseAll();
        }

        public static string Write(object value)
        {
            StringBuilder text = new StringBuilder();
            Write(text, value);
            return text.ToString();
        }

        internal static object Member(object json, string name)
        {
            Dictionary<string, object> map = json as Dictionary<string, object>;
            object value;
            return map != null && map.TryGetValue(name, out value) ? value : null;
        }

        internal static string ToText(object json)
        {
            return json as string ?? "";
        }

        internal static string Text(object json, string name)
        {
            return ToText(Member(json, name));
        }

        internal static string OptionalText(object json, string name)
        {
            return Member(json, name) as string;
        }

        internal static bool Flag(object json, string name)
        {
            return OptionalFlag(json, name) ?? false;
        }

        internal static bool? OptionalFlag(object json, string name)
        {
            return Member(json, name) as bool?;
        }

        internal static double Number(object json, string name)
        {
            return OptionalNumber(json, name) ?? 0;
        }

        internal static double? OptionalNumber(object json, string name)
        {
            return Member(json, name) as double?;
        }

        internal static int Integer(object json, string name)
        {
            return OptionalInteger(json, name) ?? 0;
        }

        internal static int? OptionalInteger(object json, string name)
        {
            return (int?)OptionalNumber(json, name);
        }

        internal static T[] List<T>(object json, string name, Func<object, T> read)
        {
            List<object> list = Member(json, name) as List<object> ?? new List<object>();
            T[] items = new T[list.Count];
            for (int index = 0; index < items.Length; index += 1) items[index] = read(list[index]);
            return items;
        }

        private static void Write(StringBuilder text, object value)
        {
            if (value == null) text.Append("null");
            else if (value is string) WriteText(text, (string)value);
            else if (value is bool) text.Append((bool)value ? "true" : "false");
            else if (value is IDictionary<string, object>) WriteMap(text, (IDictionary<string, object>)value);
            else if (value is IEnumerable) WriteList(text, (IEnumerable)value);
            else if (value is float || value is double) WriteNumber(text, Convert.ToDouble(value));
            else if (value is IConvertible) text.Append(((IConvertible)value).ToString(CultureInfo.InvariantCulture));
            else throw new ArgumentException("JSON has no " + value.GetType() + ": give texts, numbers, flags, lists or dictionaries.");
        }

        private static void WriteNumber(StringBuilder text, double value)
        {
            if (double.IsNaN(value) || double.IsInfinity(value)) throw new ArgumentException("JSON has no number " + value + ".");
            text.Append(value.ToString("R", CultureInfo.InvariantCulture));
        }

        private static void WriteMap(StringBuilder text, IDictionary<string, object> map)
        {
            text.Append('{');
            string separator = "";
            foreach (KeyValuePair<string, object> member in map)
            {
                text.Append(separator);
                WriteText(text, member.Key);
                text.Append(':');
                Write(text, member.Value);
                separator = ",";
            }
            text.Append('}');
        }

        private static void WriteList(StringBuilder text, IEnumerable list)
        {
            text.Append('[');
            string separator = "";
            foreach (object item in list)
            {
                text.Append(separator);
                Write(text, item);
                separator = ",";
            }
            text.Append(']');
        }

        private static void WriteText(StringBuilder text, string value)
        {
            text.Append('"');
            foreach (char letter in value)
            {
                if (letter == '"' || letter == '\\') text.Append('\\').Append(letter);
                else if (letter < ' ') text.Append("\\u").Append(((int)letter).ToString("x4"));
                else text.Append(letter);
            }
            text.Append('"');
        }

        private class Parser
        {
            private const int MaxDepth = 100;
            private readonly string text;
            private int at;
            private int depth;

            public Parser(string text)
            {
                this.text = text;
            }

            public object ParseAll()
            {
                object value = ParseValue();
                SkipSpace();
                if (at < text.Length) throw Wrong();
                return value;
            }

            private object ParseValue()
            {
                SkipSpace();
                if (at >= text.Length) throw Wrong();
                switch (text[at])
                {
                    case '{':
                        return ParseMap();
                    case '[':
                        return ParseList();
                    case '"':
                        return ParseText();
                    case 't':
                        return ParseWord("true", true);
                    case 'f':
                        return ParseWord("false", false);
                    case 'n':
                        return ParseWord("null", null);
                    default:
                        return ParseNumber();
                }
            }

            private object ParseMap()
            {
                Dictionary<string, object> map = new Dictionary<string, object>();
                Enter();
                if (!Ends('}'))
                {
                    do
                    {
                        SkipSpace();
                        string name = ParseText();
                        SkipSpace();
                        if (!Takes(':')) throw Wrong();
                        map[name] = ParseValue();
                        SkipSpace();
                    } while (Takes(','));
                    if (!Takes('}')) throw Wrong();
                }
                depth -= 1;
                return map;
            }

            private object ParseList()
            {
                List<object> list = new List<object>();
                Enter();
                if (!Ends(']'))
                {
                    do
                    {
                        list.Add(ParseValue());
                        SkipSpace();
                    } while (Takes(','));
                    if (!Takes(']')) throw Wrong();
                }
                depth -= 1;
                return list;
            }

            private string ParseText()
            {
                if (!Takes('"')) throw Wrong();
                StringBuilder value = new StringBuilder();
                while (!Takes('"'))
                {
                    if (at >= text.Length || text[at] < ' ') throw Wrong();
                    char letter = text[at];
                    at += 1;
                    value.Append(letter == '\\' ? ParseEscape() : letter);
                }
                return value.ToString();
            }

            private char ParseEscape()
            {
                if (at >= text.Length) throw Wrong();
                char letter = text[at];
                at += 1;
                if (letter == 'u')
                {
                    int code;
                    if (at + 4 > text.Length) throw Wrong();
                    if (!int.TryParse(text.Substring(at, 4), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out code))
                        throw Wrong();
                    at += 4;
                    return (char)code;
                }
                int index = "\"\\/bfnrt".IndexOf(letter);
                if (index < 0) throw Wrong();
                return "\"\\/\b\f\n\r\t"[index];
            }

            private object ParseNumber()
            {
                int start = at;
                while (at < text.Length && "+-.eE0123456789".IndexOf(text[at]) >= 0) at += 1;
                double value;
                string number = text.Substring(start, at - start);
                if (!double.TryParse(number, NumberStyles.Float, CultureInfo.InvariantCulture, out value)) throw Wrong();
                return value;
            }

            private object ParseWord(string word, object value)
            {
                if (string.CompareOrdinal(text, at, word, 0, word.Length) != 0) throw Wrong();
                at += word.Length;
                return value;
            }

            private void Enter()
            {
                at += 1;
                depth += 1;
                if (depth > MaxDepth) throw Wrong();
            }

            private bool Ends(char closing)
            {
                SkipSpace();
                return Takes(closing);
            }

            private bool Takes(char letter)
            {
                if (at >= text.Length || text[at] != letter) return false;
                at += 1;
                return true;
            }

            private void SkipSpace()
            {
                while (at < text.Length && " \t\r\n".IndexOf(text[at]) >= 0) at += 1;
            }

            private FormatException Wrong()
            {
                return new FormatException("Not JSON at character " + at + ".");
            }
        }
    }
}
