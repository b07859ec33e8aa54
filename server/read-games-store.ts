import type { S3Settings } from './build-store/s3-bucket.ts';
import type { EnvironmentReader } from './environment-reader.ts';

export function readGamesStore(reader: EnvironmentReader, production: boolean): S3Settings | undefined {
  const place = reader.matching(
    'GAMES_STORE',
    /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[\w.-]+)*\/?$/,
    'a bucket and a folder in it, such as s3://my-bucket/fxid, or leave it out to keep builds in DATA_DIR',
  );
  const region = reader.matching('S3_REGION', /^[a-z0-9-]{1,60}$/, 'a region, such as eu-central-1', 'us-east-1') ?? '';
  const endpoint = reader.url('S3_ENDPOINT', ['https:', 'http:'], `https://s3.${region}.amazonaws.com`) ?? '';
  const accessKeyId = reader.optional('S3_ACCESS_KEY_ID');
  const secretAccessKey = reader.optional('S3_SECRET_ACCESS_KEY');
  if (place === undefined) return undefined;
  if (accessKeyId === undefined)
    reader.refuse('S3_ACCESS_KEY_ID', 'is missing', 'GAMES_STORE needs the id of a key of the object store');
  if (secretAccessKey === undefined)
    reader.refuse('S3_SECRET_ACCESS_KEY', 'is missing', 'GAMES_STORE needs the secret of that key');
  const [bucket = '', ...folders] = place.slice('s3://'.length).replace(/\/$/, '').split('/');
  if (production && endpoint.startsWith('http:') && !isPrivateEndpoint(endpoint))
    reader.refuse('S3_ENDPOINT', 'is not encrypted', 'give an address with https, or one in your private network');
  return {
    bucket,
    prefix: folders.join('/'),
    endpoint,
    region,
    accessKeyId: accessKeyId ?? '',
    secretAccessKey: secretAccessKey ?? '',
  };
}

/** A name without a dot, or an address that the internet can't reach. */
export const isPrivateEndpoint = (endpoint: string): boolean =>
  /^(localhost|[a-z0-9-]+|127\.[\d.]+|10\.[\d.]+|192\.168\.[\d.]+|172\.(1[6-9]|2\d|3[01])\.[\d.]+|\[::1\]|.*\.internal)$/.test(
    new URL(endpoint).hostname,
  );
