using System;

namespace FxId
{
    /// <summary>The error of a failed call. Code is one of the portal's error codes, such as UserCancelled or NotSupported.</summary>
    public class FxIdException : Exception
    {
        public string Code { get; private set; }
        public string Method { get; private set; }

        public FxIdException(string code, string method, string message)
            : base(method + ": " + message + " (" + code + ")")
        {
            Code = code;
            Method = method;
        }
    }
}
