import { Image } from '@mantine/core';
import { usePortal } from '#console/session.ts';

/** Pictures on the portal have addresses without a host. */
export function GamePicture({ address }: { address: string | undefined }) {
  const { PortalUrl } = usePortal();
  const source = address === undefined ? undefined : URL.parse(address, PortalUrl)?.href;
  return <Image src={source} alt="" w={36} h={36} radius="sm" fallbackSrc={emptyPicture} />;
}

const emptyPicture = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';
