// The vendor's interface: the types of its own package.
import type { AnyReceiveMethodName, AnyRequestMethodName, ReceiveData, RequestProps } from '@vkontakte/vk-bridge';

export type { GetLaunchParamsResponse, UserInfo, VKBridge } from '@vkontakte/vk-bridge';

export type VkMethod = AnyRequestMethodName & AnyReceiveMethodName;

/** What answers the vendor's methods. Games leave parameters out and pass wrong ones. */
export type VkMethods = {
  readonly [M in VkMethod]?: (params: Partial<RequestProps<M>>) => Promise<ReceiveData<M>>;
};
