// As games of Construct use version 1: the wrapper connects by itself and resolves after each ad.
const sdkElem = document.createElement('script');
sdkElem.src = 'https://sdk.crazygames.com/Construct3CrazySDK.js';
document.body.appendChild(sdkElem);
sdkElem.onload = async () => {
  note('adblock', await window.crazysdk.hasAdBlock());
  window.crazysdk.gameplayStart();
  await window.crazysdk.displayAd('midgame');
  note('continues');
};
