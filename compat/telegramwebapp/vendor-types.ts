// The vendor's interface: @types/telegram-web-app. Its script for games of bots has no types; these are of its code.
export type {
  Accelerometer,
  BackButton,
  BiometricManager,
  BottomButton,
  BottomButtonParams,
  CloudStorage,
  DeviceOrientation,
  DeviceStorage,
  Gyroscope,
  LocationManager,
  PopupButton,
  PopupParams,
  SecureStorage,
  SettingsButton,
  WebApp,
  WebAppInitData,
  WebAppUser,
} from 'telegram-web-app';

export interface TelegramGameProxy {
  readonly initParams: Readonly<Record<string, string>>;
  onEvent(event: string, handler: (event: string, data: unknown) => unknown): void;
  receiveEvent(event: string, data: unknown): void;
  shareScore(): void;
  paymentFormSubmit(data: unknown): void;
}
