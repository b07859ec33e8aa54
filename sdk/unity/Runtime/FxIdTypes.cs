// What travels over the bridge, for JsonUtility: fields, named as on the wire.
using System;

namespace FxId
{
    [Serializable]
    public class PlayerInfo
    {
        public string game = "";
        public EnvironmentInfo environment = new EnvironmentInfo();
        public AccountInfo fxId = new AccountInfo();
        public SocialInfo social = new SocialInfo();
    }

    [Serializable]
    public class EnvironmentInfo
    {
        public string os = "";
        public bool isMobile;
        public SafeArea safeArea = new SafeArea();
    }

    [Serializable]
    public class SafeArea
    {
        public int left;
        public int right;
        public int top;
        public int bottom;
    }

    [Serializable]
    public class AccountInfo
    {
        public string userId = "";
        public bool marketingEnabled;
        public string locale = "en";
        public string geoCountry = "";
        public string token = "";
        public string gameToken = "";
        public string gameUid = "";
        public bool guest = true;
        public bool hasEmail;
        public bool emailValidated;
        public bool hasCompletedOrder;
    }

    [Serializable]
    public class SocialInfo
    {
        public string social = "";
        public bool paymentsAvailable;
        public string userId = "";
        public string displayName = "";
        public string firstName = "";
        public string lastName = "";
        public string gender = "unspecified";
        public Photo photo = new Photo();
        public string[] capabilities = new string[0];
    }

    [Serializable]
    public class Photo
    {
        public string url = "";
        public int width;
        public int height;
    }

    [Serializable]
    public class Friend
    {
        public string uid = "";
        public string firstName = "";
        public string lastName = "";
        public string displayName = "";
        public string gender = "unspecified";
        public Photo photo = new Photo();
    }

    [Serializable]
    public class SignInResult
    {
        public string userId = "";
        public bool guest;
    }

    [Serializable]
    public class PurchaseResult
    {
        public string transactionId = "";
        public PurchaseStats stats = new PurchaseStats();
    }

    [Serializable]
    public class PurchaseStats
    {
        public string currency = "";
        public double currencyAmount;
        public double usdAmount;
    }

    [Serializable]
    public class StoreFront
    {
        public string currency = "";
        public Product[] products = new Product[0];
    }

    [Serializable]
    public class Product
    {
        public string sku = "";
        public string name = "";
        public string description = "";
        public string imageUrl = "";
        public double price;
        public string currency = "";
        public string localizedPrice = "";
        public double usdPrice;
        /// <summary>The picture of the unit that it is sold for, where the platform has one</summary>
        public string currencyImageUrl = "";
    }

    [Serializable]
    public class AdResult
    {
        /// <summary>finished, skipped or failed</summary>
        public string outcome = "";
        public string reason = "";
    }
}
