// The vendor's names. Each is its value in capitals.
import type { Names } from './vendor-types.ts';

const toNames = (values: string): Names =>
  Object.fromEntries(values.split(' ').map((value) => [value.toUpperCase(), value]));

export const constants = {
  PLATFORM_ID: toNames(
    'vk ok yandex crazy_games absolute_games game_distribution playgama standalone playdeck telegram y8 lagged facebook poki mock qa_tool msn microsoft_store huawei bitquest gamepush discord jio_games youtube portal reddit xiaomi tiktok dlightek gamesnacks samsung',
  ),
  PLATFORM_MESSAGE: toNames(
    'game_ready level_started level_completed level_failed level_paused level_resumed in_game_loading_started in_game_loading_stopped gameplay_started gameplay_stopped player_got_achievement',
  ),
  MODULE_NAME: toNames(
    'core platform player game storage advertisement social device leaderboards payments remote_config clipboard achievements analytics recorder daily_rewards tasks cross_promo',
  ),
  EVENT_NAME: toNames(
    'interstitial_state_changed rewarded_state_changed banner_state_changed advanced_banners_state_changed visibility_state_changed audio_state_changed pause_state_changed orientation_state_changed screen_size_changed platform_message_sent platform_storage_availability_changed',
  ),
  INTERSTITIAL_STATE: toNames('loading opened closed failed'),
  REWARDED_STATE: toNames('loading opened closed failed rewarded'),
  BANNER_STATE: toNames('loading shown hidden failed'),
  STORAGE_TYPE: toNames('local_storage platform_internal'),
  VISIBILITY_STATE: toNames('visible hidden'),
  DEVICE_TYPE: toNames('desktop mobile tablet tv'),
  DEVICE_ORIENTATION: toNames('portrait landscape'),
  LAUNCH_SOURCE: toNames('notification'),
} as const;
