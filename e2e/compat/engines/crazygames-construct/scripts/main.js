// A script of an event sheet, as Construct exports it: a module that adds the wrapper for Construct.
const sdkElem = document.createElement('script');
sdkElem.type = 'text/javascript';
sdkElem.src = 'https://sdk.crazygames.com/Construct3CrazySDK-v3.js';
document.body.appendChild(sdkElem);
sdkElem.onload = async () => {
  try {
    window.ConstructCrazySDK.game.gameplayStart();
  } catch (error) {
    note('too early', error.message);
  }
  await window.ConstructCrazySDK.init();
  const { game, data, ad } = window.ConstructCrazySDK;
  note('initialized', window.ConstructCrazySDK.isInitialized, window.CrazyGames.SDK.game.isInstantMultiplayer);
  note('room', game.getInviteParam('roomId'));
  game.gameplayStart();
  data.setItem('coins', 5);
  note('coins', parseInt(data.getItem('coins')));
  await ad.requestAd('rewarded').then(
    () => note('reward'),
    (error) => note('no reward', typeof error),
  );
};
