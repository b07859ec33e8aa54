// The JavaScript part of the Unity package. It supports every Unity from 2020 on, so it uses plain functions and no compiler
// macros. It replies by SendMessage with three lines: `id`, `code` (empty on success), and JSON or an error message.
var FxIdLibrary = {
  $FxIdState: {
    receiver: '',

    answer: function (id, code, text) {
      SendMessage(FxIdState.receiver, 'OnFxIdAnswer', id + '\n' + code + '\n' + text);
    },

    resolve: function (id, value) {
      FxIdState.answer(id, '', FxIdState.toJson(value));
    },

    refuse: function (id, error) {
      FxIdState.answer(id, (error && error.code) || 'Unknown', String((error && error.message) || error));
    },

    toJson: function (value) {
      return value === undefined ? 'null' : JSON.stringify(value);
    },

    // Loads the SDK from the game's URL unless the page already has it.
    load: function (address) {
      if (window.FxId) return Promise.resolve(window.FxId);
      return new Promise(function (resolve, reject) {
        var script = document.createElement('script');
        script.src = address;
        script.onload = function () {
          if (window.FxId) resolve(window.FxId);
          else
            reject({ code: 'NotInitialized', message: address + ' is not the FxId SDK: give the address of sdk.js.' });
        };
        script.onerror = function () {
          reject({ code: 'NotInitialized', message: 'The FxId SDK could not be loaded from ' + address + '.' });
        };
        document.head.appendChild(script);
      });
    },
  },

  FxIdInit: function (receiver, address, id) {
    FxIdState.receiver = UTF8ToString(receiver);
    FxIdState.load(UTF8ToString(address))
      .then(function (sdk) {
        return sdk.init().then(function (info) {
          FxIdState.resolve(id, { environment: sdk.environment, info: info });
        });
      })
      .catch(function (error) {
        FxIdState.refuse(id, error);
      });
  },

  FxIdCall: function (id, method, parameters) {
    var name = UTF8ToString(method);
    var text = UTF8ToString(parameters);
    // Asynchronous, because the page must not call C# while C# waits for this function.
    Promise.resolve()
      .then(function () {
        if (!window.FxId) throw { code: 'NotInitialized', message: 'Call FxIdSdk.InitAsync first.' };
        return window.FxId.call(name, text ? JSON.parse(text) : undefined);
      })
      .then(function (result) {
        FxIdState.resolve(id, result);
      })
      .catch(function (error) {
        FxIdState.refuse(id, error);
      });
  },

  FxIdListen: function (event) {
    var name = UTF8ToString(event);
    if (!window.FxId) return;
    window.FxId.on(name, function (data) {
      SendMessage(FxIdState.receiver, 'OnFxIdEvent', name + '\n' + FxIdState.toJson(data));
    });
  },
};

autoAddDeps(FxIdLibrary, '$FxIdState');
mergeInto(LibraryManager.library, FxIdLibrary);
