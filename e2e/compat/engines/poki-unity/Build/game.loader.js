// As Unity makes it: creates the game, whose objects hear messages by name, with a text, a number or nothing.
window.createUnityInstance = async (canvas, config, onProgress) => {
  onProgress(1);
  return {
    SendMessage: (object, method, value) => {
      if (!['undefined', 'string', 'number'].includes(typeof value)) throw new Error(`${method} got a ${typeof value}`);
      window.heard(object, method, value);
    },
  };
};
