// Generated from the bridge's protocol by `npm run bindings`: do not edit.
// The data of bridge messages. A missing optional field is null.
using System;
using System.Collections.Generic;

namespace FxId
{
    [Serializable]
    public class SdkVersion
    {
        public int major;
        public int minor;

        internal static SdkVersion Read(object json)
        {
            if (json == null) return null;
            return new SdkVersion
            {
                major = FxIdJson.Integer(json, "major"),
                minor = FxIdJson.Integer(json, "minor"),
            };
        }
    }

    [Serializable]
    public class SdkInfo
    {
        public SdkVersion version = new SdkVersion();
        public string build = "";

        internal static SdkInfo Read(object json)
        {
            if (json == null) return null;
            return new SdkInfo
            {
                version = SdkVersion.Read(FxIdJson.Member(json, "version")) ?? new SdkVersion(),
                build = FxIdJson.Text(json, "build"),
            };
        }
    }

    [Serializable]
    public class SafeArea
    {
        public int left;
        public int right;
        public int top;
        public int bottom;

        internal static SafeArea Read(object json)
        {
            if (json == null) return null;
            return new SafeArea
            {
                left = FxIdJson.Integer(json, "left"),
                right = FxIdJson.Integer(json, "right"),
                top = FxIdJson.Integer(json, "top"),
                bottom = FxIdJson.Integer(json, "bottom"),
            };
        }
    }

    [Serializable]
    public class EnvironmentInfo
    {
        public string os = "";
        public bool isMobile;
        public SafeArea safeArea = new SafeArea();

        internal static EnvironmentInfo Read(object json)
        {
            if (json == null) return null;
            return new EnvironmentInfo
            {
                os = FxIdJson.Text(json, "os"),
                isMobile = FxIdJson.Flag(json, "isMobile"),
                safeArea = SafeArea.Read(FxIdJson.Member(json, "safeArea")) ?? new SafeArea(),
            };
        }
    }

    [Serializable]
    public class AccountInfo
    {
        public string userId = "";
        public bool marketingEnabled;
        public string locale = "";
        /// <summary>Null if missing.</summary>
        public string geoCountry;
        /// <summary>Null if missing.</summary>
        public string token;
        /// <summary>Null if missing.</summary>
        public string gameToken;
        public string gameUid = "";
        public bool guest;
        public bool hasEmail;
        public bool emailValidated;
        public bool hasCompletedOrder;

        internal static AccountInfo Read(object json)
        {
            if (json == null) return null;
            return new AccountInfo
            {
                userId = FxIdJson.Text(json, "userId"),
                marketingEnabled = FxIdJson.Flag(json, "marketingEnabled"),
                locale = FxIdJson.Text(json, "locale"),
                geoCountry = FxIdJson.OptionalText(json, "geoCountry"),
                token = FxIdJson.OptionalText(json, "token"),
                gameToken = FxIdJson.OptionalText(json, "gameToken"),
                gameUid = FxIdJson.Text(json, "gameUid"),
                guest = FxIdJson.Flag(json, "guest"),
                hasEmail = FxIdJson.Flag(json, "hasEmail"),
                emailValidated = FxIdJson.Flag(json, "emailValidated"),
                hasCompletedOrder = FxIdJson.Flag(json, "hasCompletedOrder"),
            };
        }
    }

    [Serializable]
    public class Photo
    {
        public string url = "";
        public int width;
        public int height;

        internal static Photo Read(object json)
        {
            if (json == null) return null;
            return new Photo
            {
                url = FxIdJson.Text(json, "url"),
                width = FxIdJson.Integer(json, "width"),
                height = FxIdJson.Integer(json, "height"),
            };
        }
    }

    [Serializable]
    public class VkComInfo
    {
        public string appId = "";
        public string defaultApiVersion = "";
        /// <summary>Null if missing.</summary>
        public string accessToken;

        internal static VkComInfo Read(object json)
        {
            if (json == null) return null;
            return new VkComInfo
            {
                appId = FxIdJson.Text(json, "appId"),
                defaultApiVersion = FxIdJson.Text(json, "defaultApiVersion"),
                accessToken = FxIdJson.OptionalText(json, "accessToken"),
            };
        }
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
        /// <summary>Null if missing.</summary>
        public Photo photo;
        /// <summary>One of Gender.</summary>
        public string gender = "";
        /// <summary>Some of Capability.</summary>
        public string[] capabilities = new string[0];
        /// <summary>Null if missing.</summary>
        public string socialLocale;
        /// <summary>Null if missing.</summary>
        public string socialFlavor;
        /// <summary>Null if missing.</summary>
        public VkComInfo vkcom;

        internal static SocialInfo Read(object json)
        {
            if (json == null) return null;
            return new SocialInfo
            {
                social = FxIdJson.Text(json, "social"),
                paymentsAvailable = FxIdJson.Flag(json, "paymentsAvailable"),
                userId = FxIdJson.Text(json, "userId"),
                displayName = FxIdJson.Text(json, "displayName"),
                firstName = FxIdJson.Text(json, "firstName"),
                lastName = FxIdJson.Text(json, "lastName"),
                photo = Photo.Read(FxIdJson.Member(json, "photo")),
                gender = FxIdJson.Text(json, "gender"),
                capabilities = FxIdJson.List(json, "capabilities", FxIdJson.ToText),
                socialLocale = FxIdJson.OptionalText(json, "socialLocale"),
                socialFlavor = FxIdJson.OptionalText(json, "socialFlavor"),
                vkcom = VkComInfo.Read(FxIdJson.Member(json, "vkcom")),
            };
        }
    }

    [Serializable]
    public class RefreshPlayerServer
    {
        public string id = "";
        public string name = "";
        public string url = "";

        internal static RefreshPlayerServer Read(object json)
        {
            if (json == null) return null;
            return new RefreshPlayerServer
            {
                id = FxIdJson.Text(json, "id"),
                name = FxIdJson.Text(json, "name"),
                url = FxIdJson.Text(json, "url"),
            };
        }
    }

    [Serializable]
    public class PlayerInfo
    {
        public string game = "";
        public SdkInfo sdk = new SdkInfo();
        public EnvironmentInfo environment = new EnvironmentInfo();
        public AccountInfo fxId = new AccountInfo();
        public SocialInfo social = new SocialInfo();
        /// <summary>Null if missing.</summary>
        public RefreshPlayerServer server;

        internal static PlayerInfo Read(object json)
        {
            if (json == null) return null;
            return new PlayerInfo
            {
                game = FxIdJson.Text(json, "game"),
                sdk = SdkInfo.Read(FxIdJson.Member(json, "sdk")) ?? new SdkInfo(),
                environment = EnvironmentInfo.Read(FxIdJson.Member(json, "environment")) ?? new EnvironmentInfo(),
                fxId = AccountInfo.Read(FxIdJson.Member(json, "fxId")) ?? new AccountInfo(),
                social = SocialInfo.Read(FxIdJson.Member(json, "social")) ?? new SocialInfo(),
                server = RefreshPlayerServer.Read(FxIdJson.Member(json, "server")),
            };
        }
    }

    [Serializable]
    public class UiSettings
    {
        public bool disabled;

        internal static UiSettings Read(object json)
        {
            if (json == null) return null;
            return new UiSettings
            {
                disabled = FxIdJson.Flag(json, "disabled"),
            };
        }
    }

    [Serializable]
    public class PurchaseStats
    {
        public string currency = "";
        public double currencyAmount;
        public double usdAmount;

        internal static PurchaseStats Read(object json)
        {
            if (json == null) return null;
            return new PurchaseStats
            {
                currency = FxIdJson.Text(json, "currency"),
                currencyAmount = FxIdJson.Number(json, "currencyAmount"),
                usdAmount = FxIdJson.Number(json, "usdAmount"),
            };
        }
    }

    [Serializable]
    public class PurchaseResult
    {
        public string transactionId = "";
        public PurchaseStats stats = new PurchaseStats();

        internal static PurchaseResult Read(object json)
        {
            if (json == null) return null;
            return new PurchaseResult
            {
                transactionId = FxIdJson.Text(json, "transactionId"),
                stats = PurchaseStats.Read(FxIdJson.Member(json, "stats")) ?? new PurchaseStats(),
            };
        }
    }

    [Serializable]
    public class PaidPurchase
    {
        public string purchaseId = "";
        public string sku = "";
        public int quantity;
        /// <summary>Null if missing.</summary>
        public string developerPayload;
        public string purchasedAt = "";
        public bool isTest;

        internal static PaidPurchase Read(object json)
        {
            if (json == null) return null;
            return new PaidPurchase
            {
                purchaseId = FxIdJson.Text(json, "purchaseId"),
                sku = FxIdJson.Text(json, "sku"),
                quantity = FxIdJson.Integer(json, "quantity"),
                developerPayload = FxIdJson.OptionalText(json, "developerPayload"),
                purchasedAt = FxIdJson.Text(json, "purchasedAt"),
                isTest = FxIdJson.Flag(json, "isTest"),
            };
        }
    }

    [Serializable]
    public class Product
    {
        public string sku = "";
        public string name = "";
        public string description = "";
        /// <summary>Null if missing.</summary>
        public string imageUrl;
        public double price;
        public string currency = "";
        public string localizedPrice = "";
        public double usdPrice;
        /// <summary>Null if missing.</summary>
        public string currencyImageUrl;

        internal static Product Read(object json)
        {
            if (json == null) return null;
            return new Product
            {
                sku = FxIdJson.Text(json, "sku"),
                name = FxIdJson.Text(json, "name"),
                description = FxIdJson.Text(json, "description"),
                imageUrl = FxIdJson.OptionalText(json, "imageUrl"),
                price = FxIdJson.Number(json, "price"),
                currency = FxIdJson.Text(json, "currency"),
                localizedPrice = FxIdJson.Text(json, "localizedPrice"),
                usdPrice = FxIdJson.Number(json, "usdPrice"),
                currencyImageUrl = FxIdJson.OptionalText(json, "currencyImageUrl"),
            };
        }
    }

    [Serializable]
    public class StoreFront
    {
        public string currency = "";
        public Product[] products = new Product[0];

        internal static StoreFront Read(object json)
        {
            if (json == null) return null;
            return new StoreFront
            {
                currency = FxIdJson.Text(json, "currency"),
                products = FxIdJson.List(json, "products", Product.Read),
            };
        }
    }

    [Serializable]
    public class SignInResult
    {
        public string userId = "";
        public bool guest;

        internal static SignInResult Read(object json)
        {
            if (json == null) return null;
            return new SignInResult
            {
                userId = FxIdJson.Text(json, "userId"),
                guest = FxIdJson.Flag(json, "guest"),
            };
        }
    }

    [Serializable]
    public class AdResult
    {
        /// <summary>One of AdOutcome.</summary>
        public string outcome = "";
        /// <summary>One of AdsReason. Null if missing.</summary>
        public string reason;

        internal static AdResult Read(object json)
        {
            if (json == null) return null;
            return new AdResult
            {
                outcome = FxIdJson.Text(json, "outcome"),
                reason = FxIdJson.OptionalText(json, "reason"),
            };
        }
    }

    [Serializable]
    public class ShowBannerResult
    {
        public bool shown;
        /// <summary>One of AdsReason. Null if missing.</summary>
        public string reason;

        internal static ShowBannerResult Read(object json)
        {
            if (json == null) return null;
            return new ShowBannerResult
            {
                shown = FxIdJson.Flag(json, "shown"),
                reason = FxIdJson.OptionalText(json, "reason"),
            };
        }
    }

    [Serializable]
    public class HideBannerResult
    {
        public bool hidden;
        /// <summary>One of AdsReason. Null if missing.</summary>
        public string reason;

        internal static HideBannerResult Read(object json)
        {
            if (json == null) return null;
            return new HideBannerResult
            {
                hidden = FxIdJson.Flag(json, "hidden"),
                reason = FxIdJson.OptionalText(json, "reason"),
            };
        }
    }

    [Serializable]
    public class QuestRewardProduct
    {
        public string sku = "";
        public string name = "";
        public int count;

        internal static QuestRewardProduct Read(object json)
        {
            if (json == null) return null;
            return new QuestRewardProduct
            {
                sku = FxIdJson.Text(json, "sku"),
                name = FxIdJson.Text(json, "name"),
                count = FxIdJson.Integer(json, "count"),
            };
        }
    }

    [Serializable]
    public class QuestReward
    {
        public string game = "";
        /// <summary>One of QuestRewardState.</summary>
        public string state = "";
        public QuestRewardProduct[] products = new QuestRewardProduct[0];

        internal static QuestReward Read(object json)
        {
            if (json == null) return null;
            return new QuestReward
            {
                game = FxIdJson.Text(json, "game"),
                state = FxIdJson.Text(json, "state"),
                products = FxIdJson.List(json, "products", QuestRewardProduct.Read),
            };
        }
    }

    [Serializable]
    public class Quest
    {
        public string id = "";
        public string title = "";
        public int progress;
        public int goal;
        public bool done;
        /// <summary>Null if missing.</summary>
        public QuestReward reward;

        internal static Quest Read(object json)
        {
            if (json == null) return null;
            return new Quest
            {
                id = FxIdJson.Text(json, "id"),
                title = FxIdJson.Text(json, "title"),
                progress = FxIdJson.Integer(json, "progress"),
                goal = FxIdJson.Integer(json, "goal"),
                done = FxIdJson.Flag(json, "done"),
                reward = QuestReward.Read(FxIdJson.Member(json, "reward")),
            };
        }
    }

    [Serializable]
    public class ScoreResult
    {
        public int score;
        /// <summary>Null if missing.</summary>
        public int? rank;
        public bool improved;
        public string[] beatenFriends = new string[0];

        internal static ScoreResult Read(object json)
        {
            if (json == null) return null;
            return new ScoreResult
            {
                score = FxIdJson.Integer(json, "score"),
                rank = FxIdJson.OptionalInteger(json, "rank"),
                improved = FxIdJson.Flag(json, "improved"),
                beatenFriends = FxIdJson.List(json, "beatenFriends", FxIdJson.ToText),
            };
        }
    }

    [Serializable]
    public class LeaderboardEntry
    {
        public int rank;
        public int score;
        public string name = "";
        public bool isYou;
        /// <summary>Null if missing.</summary>
        public string friendUid;

        internal static LeaderboardEntry Read(object json)
        {
            if (json == null) return null;
            return new LeaderboardEntry
            {
                rank = FxIdJson.Integer(json, "rank"),
                score = FxIdJson.Integer(json, "score"),
                name = FxIdJson.Text(json, "name"),
                isYou = FxIdJson.Flag(json, "isYou"),
                friendUid = FxIdJson.OptionalText(json, "friendUid"),
            };
        }
    }

    [Serializable]
    public class LeaderboardStanding
    {
        public int score;
        /// <summary>Null if missing.</summary>
        public int? rank;

        internal static LeaderboardStanding Read(object json)
        {
            if (json == null) return null;
            return new LeaderboardStanding
            {
                score = FxIdJson.Integer(json, "score"),
                rank = FxIdJson.OptionalInteger(json, "rank"),
            };
        }
    }

    [Serializable]
    public class LeaderboardPage
    {
        public LeaderboardEntry[] entries = new LeaderboardEntry[0];
        public int total;
        /// <summary>Null if missing.</summary>
        public LeaderboardStanding you;
        /// <summary>One of LeaderboardPeriod.</summary>
        public string period = "";
        /// <summary>Null if missing.</summary>
        public string startsAt;
        /// <summary>Null if missing.</summary>
        public string endsAt;
        /// <summary>Null if missing.</summary>
        public string seasonName;
        public int pastPeriods;

        internal static LeaderboardPage Read(object json)
        {
            if (json == null) return null;
            return new LeaderboardPage
            {
                entries = FxIdJson.List(json, "entries", LeaderboardEntry.Read),
                total = FxIdJson.Integer(json, "total"),
                you = LeaderboardStanding.Read(FxIdJson.Member(json, "you")),
                period = FxIdJson.Text(json, "period"),
                startsAt = FxIdJson.OptionalText(json, "startsAt"),
                endsAt = FxIdJson.OptionalText(json, "endsAt"),
                seasonName = FxIdJson.OptionalText(json, "seasonName"),
                pastPeriods = FxIdJson.Integer(json, "pastPeriods"),
            };
        }
    }

    [Serializable]
    public class Achievement
    {
        public string code = "";
        public string name = "";
        public string description = "";
        /// <summary>Null if missing.</summary>
        public string iconUrl;
        public int points;
        public int progress;
        public int target;
        /// <summary>Null if missing.</summary>
        public string unlockedAt;

        internal static Achievement Read(object json)
        {
            if (json == null) return null;
            return new Achievement
            {
                code = FxIdJson.Text(json, "code"),
                name = FxIdJson.Text(json, "name"),
                description = FxIdJson.Text(json, "description"),
                iconUrl = FxIdJson.OptionalText(json, "iconUrl"),
                points = FxIdJson.Integer(json, "points"),
                progress = FxIdJson.Integer(json, "progress"),
                target = FxIdJson.Integer(json, "target"),
                unlockedAt = FxIdJson.OptionalText(json, "unlockedAt"),
            };
        }
    }

    [Serializable]
    public class Friend
    {
        public string uid = "";
        public string firstName = "";
        public string lastName = "";
        public string displayName = "";
        /// <summary>One of Gender.</summary>
        public string gender = "";
        /// <summary>Null if missing.</summary>
        public Photo photo;

        internal static Friend Read(object json)
        {
            if (json == null) return null;
            return new Friend
            {
                uid = FxIdJson.Text(json, "uid"),
                firstName = FxIdJson.Text(json, "firstName"),
                lastName = FxIdJson.Text(json, "lastName"),
                displayName = FxIdJson.Text(json, "displayName"),
                gender = FxIdJson.Text(json, "gender"),
                photo = Photo.Read(FxIdJson.Member(json, "photo")),
            };
        }
    }

    [Serializable]
    public class InviteResult
    {
        /// <summary>One of InviteOutcome.</summary>
        public string outcome = "";
        /// <summary>Null if missing.</summary>
        public int? invited;

        internal static InviteResult Read(object json)
        {
            if (json == null) return null;
            return new InviteResult
            {
                outcome = FxIdJson.Text(json, "outcome"),
                invited = FxIdJson.OptionalInteger(json, "invited"),
            };
        }
    }

    [Serializable]
    public class FilteredText
    {
        public string text = "";
        public bool changed;

        internal static FilteredText Read(object json)
        {
            if (json == null) return null;
            return new FilteredText
            {
                text = FxIdJson.Text(json, "text"),
                changed = FxIdJson.Flag(json, "changed"),
            };
        }
    }

    [Serializable]
    public class PlayerReviewState
    {
        public bool available;
        /// <summary>Null if missing.</summary>
        public double? rating;

        internal static PlayerReviewState Read(object json)
        {
            if (json == null) return null;
            return new PlayerReviewState
            {
                available = FxIdJson.Flag(json, "available"),
                rating = FxIdJson.OptionalNumber(json, "rating"),
            };
        }
    }

    [Serializable]
    public class DocumentType
    {
        /// <summary>One of DocumentTypeName.</summary>
        public string Value = "";
        public bool NeedUserAcceptance;

        internal static DocumentType Read(object json)
        {
            if (json == null) return null;
            return new DocumentType
            {
                Value = FxIdJson.Text(json, "Value"),
                NeedUserAcceptance = FxIdJson.Flag(json, "NeedUserAcceptance"),
            };
        }
    }

    [Serializable]
    public class DocumentContent
    {
        public string Value = "";
        /// <summary>One of ContentType.</summary>
        public string ContentType = "";

        internal static DocumentContent Read(object json)
        {
            if (json == null) return null;
            return new DocumentContent
            {
                Value = FxIdJson.Text(json, "Value"),
                ContentType = FxIdJson.Text(json, "ContentType"),
            };
        }
    }

    [Serializable]
    public class DocumentAcceptance
    {
        /// <summary>Null if missing.</summary>
        public string Id;
        /// <summary>Null if missing.</summary>
        public string DocumentVersionId;
        public string AccountId = "";
        public string AcceptedAt = "";

        internal static DocumentAcceptance Read(object json)
        {
            if (json == null) return null;
            return new DocumentAcceptance
            {
                Id = FxIdJson.OptionalText(json, "Id"),
                DocumentVersionId = FxIdJson.OptionalText(json, "DocumentVersionId"),
                AccountId = FxIdJson.Text(json, "AccountId"),
                AcceptedAt = FxIdJson.Text(json, "AcceptedAt"),
            };
        }
    }

    [Serializable]
    public class DocumentVersion
    {
        public string Id = "";
        /// <summary>Null if missing.</summary>
        public string DocumentId;
        /// <summary>Null if missing.</summary>
        public string Url;
        public string CreatedAt = "";
        /// <summary>Null if missing.</summary>
        public DocumentContent Content;
        public DocumentAcceptance[] Accepts = new DocumentAcceptance[0];

        internal static DocumentVersion Read(object json)
        {
            if (json == null) return null;
            return new DocumentVersion
            {
                Id = FxIdJson.Text(json, "Id"),
                DocumentId = FxIdJson.OptionalText(json, "DocumentId"),
                Url = FxIdJson.OptionalText(json, "Url"),
                CreatedAt = FxIdJson.Text(json, "CreatedAt"),
                Content = DocumentContent.Read(FxIdJson.Member(json, "Content")),
                Accepts = FxIdJson.List(json, "Accepts", DocumentAcceptance.Read),
            };
        }
    }

    [Serializable]
    public class LegalDocument
    {
        public string Id = "";
        public DocumentType DocumentType = new DocumentType();
        public string CreatedAt = "";
        public bool IsActive;
        /// <summary>Null if missing.</summary>
        public string GameSystemName;
        public DocumentVersion[] Versions = new DocumentVersion[0];

        internal static LegalDocument Read(object json)
        {
            if (json == null) return null;
            return new LegalDocument
            {
                Id = FxIdJson.Text(json, "Id"),
                DocumentType = DocumentType.Read(FxIdJson.Member(json, "DocumentType")) ?? new DocumentType(),
                CreatedAt = FxIdJson.Text(json, "CreatedAt"),
                IsActive = FxIdJson.Flag(json, "IsActive"),
                GameSystemName = FxIdJson.OptionalText(json, "GameSystemName"),
                Versions = FxIdJson.List(json, "Versions", DocumentVersion.Read),
            };
        }
    }

    [Serializable]
    public class SaveEntry
    {
        public string key = "";
        public string value = "";

        internal static SaveEntry Read(object json)
        {
            if (json == null) return null;
            return new SaveEntry
            {
                key = FxIdJson.Text(json, "key"),
                value = FxIdJson.Text(json, "value"),
            };
        }
    }

    [Serializable]
    public class GameSave
    {
        public int revision;
        public SaveEntry[] entries = new SaveEntry[0];
        /// <summary>Null if missing.</summary>
        public string updatedAt;
        /// <summary>Null if missing.</summary>
        public string summary;
        public int maxBytes;

        internal static GameSave Read(object json)
        {
            if (json == null) return null;
            return new GameSave
            {
                revision = FxIdJson.Integer(json, "revision"),
                entries = FxIdJson.List(json, "entries", SaveEntry.Read),
                updatedAt = FxIdJson.OptionalText(json, "updatedAt"),
                summary = FxIdJson.OptionalText(json, "summary"),
                maxBytes = FxIdJson.Integer(json, "maxBytes"),
            };
        }
    }

    [Serializable]
    public class AdsVideoAvailableData
    {
        public bool available;

        internal static AdsVideoAvailableData Read(object json)
        {
            if (json == null) return null;
            return new AdsVideoAvailableData
            {
                available = FxIdJson.Flag(json, "available"),
            };
        }
    }

    [Serializable]
    public class AdsFinishedData
    {
        /// <summary>One of AdKind.</summary>
        public string kind = "";

        internal static AdsFinishedData Read(object json)
        {
            if (json == null) return null;
            return new AdsFinishedData
            {
                kind = FxIdJson.Text(json, "kind"),
            };
        }
    }

    [Serializable]
    public class AdsFailedData
    {
        /// <summary>One of AdKind.</summary>
        public string kind = "";
        /// <summary>One of AdsReason.</summary>
        public string reason = "";

        internal static AdsFailedData Read(object json)
        {
            if (json == null) return null;
            return new AdsFailedData
            {
                kind = FxIdJson.Text(json, "kind"),
                reason = FxIdJson.Text(json, "reason"),
            };
        }
    }

    [Serializable]
    public class FocusChangedData
    {
        public bool focused;
        /// <summary>One of FocusReason. Null if missing.</summary>
        public string reason;

        internal static FocusChangedData Read(object json)
        {
            if (json == null) return null;
            return new FocusChangedData
            {
                focused = FxIdJson.Flag(json, "focused"),
                reason = FxIdJson.OptionalText(json, "reason"),
            };
        }
    }

    [Serializable]
    public class OrientationChangedData
    {
        /// <summary>One of Orientation.</summary>
        public string orientation = "";

        internal static OrientationChangedData Read(object json)
        {
            if (json == null) return null;
            return new OrientationChangedData
            {
                orientation = FxIdJson.Text(json, "orientation"),
            };
        }
    }

    [Serializable]
    public class LanguageChangedData
    {
        public string language = "";

        internal static LanguageChangedData Read(object json)
        {
            if (json == null) return null;
            return new LanguageChangedData
            {
                language = FxIdJson.Text(json, "language"),
            };
        }
    }

    [Serializable]
    public class ConsentStatusData
    {
        /// <summary>One of ConsentStatus.</summary>
        public string status = "";

        internal static ConsentStatusData Read(object json)
        {
            if (json == null) return null;
            return new ConsentStatusData
            {
                status = FxIdJson.Text(json, "status"),
            };
        }
    }

    [Serializable]
    public class PlatformSdkEventData
    {
        public string type = "";
        public object data;

        internal static PlatformSdkEventData Read(object json)
        {
            if (json == null) return null;
            return new PlatformSdkEventData
            {
                type = FxIdJson.Text(json, "type"),
                data = FxIdJson.Member(json, "data"),
            };
        }
    }

    [Serializable]
    public class SaveChangedData
    {
        public int revision;

        internal static SaveChangedData Read(object json)
        {
            if (json == null) return null;
            return new SaveChangedData
            {
                revision = FxIdJson.Integer(json, "revision"),
            };
        }
    }

    [Serializable]
    public class SaveCopy
    {
        public SaveEntry[] entries = new SaveEntry[0];
        /// <summary>Null if missing.</summary>
        public string updatedAt;
        /// <summary>Null if missing.</summary>
        public string device;
        /// <summary>Null if missing.</summary>
        public string summary;

        internal static SaveCopy Read(object json)
        {
            if (json == null) return null;
            return new SaveCopy
            {
                entries = FxIdJson.List(json, "entries", SaveEntry.Read),
                updatedAt = FxIdJson.OptionalText(json, "updatedAt"),
                device = FxIdJson.OptionalText(json, "device"),
                summary = FxIdJson.OptionalText(json, "summary"),
            };
        }
    }

    [Serializable]
    public class SaveConflictData
    {
        public SaveCopy device = new SaveCopy();
        public SaveCopy account = new SaveCopy();

        internal static SaveConflictData Read(object json)
        {
            if (json == null) return null;
            return new SaveConflictData
            {
                device = SaveCopy.Read(FxIdJson.Member(json, "device")) ?? new SaveCopy(),
                account = SaveCopy.Read(FxIdJson.Member(json, "account")) ?? new SaveCopy(),
            };
        }
    }

    [Serializable]
    public class PauseData
    {
        /// <summary>One of PauseReason.</summary>
        public string reason = "";

        internal static PauseData Read(object json)
        {
            if (json == null) return null;
            return new PauseData
            {
                reason = FxIdJson.Text(json, "reason"),
            };
        }
    }

    public static class Gender
    {
        public const string Unspecified = "unspecified";
        public const string Male = "male";
        public const string Female = "female";
    }

    public static class Capability
    {
        public const string FriendsList = "FriendsList";
        public const string FriendsInvite = "FriendsInvite";
        public const string GamesOfChanceDisabled = "GamesOfChanceDisabled";
        public const string RateApplication = "RateApplication";
        public const string OutgoingLinksForbidden = "OutgoingLinksForbidden";
        public const string AdsAvailable = "AdsAvailable";
        public const string RewardedAds = "RewardedAds";
        public const string InterstitialAds = "InterstitialAds";
        public const string BannerAds = "BannerAds";
    }

    public static class ShareOutcome
    {
        public const string Shared = "shared";
        public const string Cancelled = "cancelled";
        public const string NotAvailable = "notAvailable";
    }

    public static class AdOutcome
    {
        public const string Finished = "finished";
        public const string Skipped = "skipped";
        public const string Failed = "failed";
    }

    public static class AdsReason
    {
        public const string Unknown = "Unknown";
        public const string AdsNotConnected = "AdsNotConnected";
        public const string NotImplemented = "NotImplemented";
    }

    public static class QuestRewardState
    {
        public const string Locked = "locked";
        public const string Waiting = "waiting";
        public const string Sent = "sent";
        public const string Received = "received";
    }

    public static class LeaderboardView
    {
        public const string Top = "top";
        public const string Around = "around";
        public const string Friends = "friends";
    }

    public static class LeaderboardPeriod
    {
        public const string AllTime = "allTime";
        public const string Daily = "daily";
        public const string Weekly = "weekly";
        public const string Season = "season";
    }

    public static class InviteOutcome
    {
        public const string Invited = "invited";
        public const string Cancelled = "cancelled";
        public const string NotAvailable = "notAvailable";
    }

    public static class ConsentStatus
    {
        public const string Granted = "granted";
        public const string Denied = "denied";
        public const string NotAsked = "notAsked";
        public const string NotRequired = "notRequired";
    }

    public static class DocumentTypeName
    {
        public const string TOS = "TOS";
        public const string PP = "PP";
    }

    public static class ContentType
    {
        public const string Markdown = "Markdown";
        public const string Html = "Html";
        public const string Link = "Link";
        public const string Image = "Image";
    }

    public static class SaveChoice
    {
        public const string Device = "device";
        public const string Account = "account";
        public const string Merged = "merged";
        public const string Player = "player";
    }

    public static class AdKind
    {
        public const string Video = "video";
        public const string Interstitial = "interstitial";
    }

    public static class FocusReason
    {
        public const string Hint = "hint";
        public const string Pip = "pip";
        public const string Other = "other";
    }

    public static class Orientation
    {
        public const string Landscape = "landscape";
        public const string Portrait = "portrait";
    }

    public static class PauseReason
    {
        public const string Focus = "focus";
        public const string Ad = "ad";
    }
}
