// What Telegram's web clients lack as well: answered as they do.
import { callGame } from '../kit/settle.browser.ts';
import type { WebAppEvents } from './events.browser.ts';
import type {
  Accelerometer,
  BiometricManager,
  DeviceOrientation,
  DeviceStorage,
  Gyroscope,
  LocationManager,
  SecureStorage,
} from './vendor-types.ts';

type Callback = ((...args: readonly never[]) => unknown) | undefined;

/** Callbacks come later, as there. */
const later = (callback: Callback, ...args: readonly unknown[]): void =>
  void Promise.resolve().then(() =>
    callGame(callback as ((...given: readonly unknown[]) => unknown) | undefined, ...args),
  );

const error = 'UNSUPPORTED';

export function createSensors({ emit }: WebAppEvents) {
  const create = <Values extends object>(name: string, values: Values) => {
    const sensor = {
      isStarted: false,
      ...values,
      start: (_: unknown, callback?: (isStarted: boolean) => void) => {
        later(callback, false);
        emit(`${name}Failed`, { error });
        return sensor;
      },
      stop: (callback?: (isStopped: boolean) => void) => {
        later(callback, false);
        return sensor;
      },
    };
    return sensor;
  };
  const axes = { x: 0, y: 0, z: 0 };
  return {
    Accelerometer: create('accelerometer', axes) as Accelerometer,
    Gyroscope: create('gyroscope', axes) as Gyroscope,
    DeviceOrientation: create('deviceOrientation', {
      absolute: false,
      alpha: 0,
      beta: 0,
      gamma: 0,
    }) as DeviceOrientation,
  };
}

export function createLocationManager(): LocationManager {
  const manager: LocationManager = {
    isInited: false,
    isLocationAvailable: false,
    isAccessRequested: false,
    isAccessGranted: false,
    init: (callback) => {
      manager.isInited = true;
      later(callback);
      return manager;
    },
    getLocation: (callback) => {
      later(callback, null);
      return manager;
    },
    openSettings: () => manager,
  };
  return manager;
}

export function createBiometricManager(): BiometricManager {
  const refuse = (callback: Callback): BiometricManager => {
    later(callback, false);
    return manager;
  };
  const manager: BiometricManager = {
    isInited: false,
    isBiometricAvailable: false,
    biometricType: 'unknown',
    isAccessRequested: false,
    isAccessGranted: false,
    isBiometricTokenSaved: false,
    deviceId: '',
    init: (callback) => {
      manager.isInited = true;
      later(callback);
      return manager;
    },
    requestAccess: (_, callback) => refuse(callback),
    authenticate: (_, callback) => refuse(callback),
    updateBiometricToken: (_, callback) => refuse(callback),
    openSettings: () => manager,
  };
  return manager;
}

export function createDeviceStorages() {
  const refuse = (callback: Callback): void => later(callback, error, null);
  const device: DeviceStorage = {
    setItem: (_, __, callback) => (refuse(callback), device),
    getItem: (_, callback) => (refuse(callback), device),
    removeItem: (_, callback) => (refuse(callback), device),
    clear: (callback) => (refuse(callback), device),
  };
  const secure: SecureStorage = {
    setItem: (_, __, callback) => (refuse(callback), secure),
    getItem: (_, callback) => (refuse(callback), secure),
    restoreItem: (_, callback) => (refuse(callback), secure),
    removeItem: (_, callback) => (refuse(callback), secure),
    clear: (callback) => (refuse(callback), secure),
  };
  return { DeviceStorage: device, SecureStorage: secure };
}
