import type { ObjectStoreConfig } from '../config.js';
import { ObjectStore } from '../object-store/object-store.js';
import { Health } from '../observability/health.js';
import { MinioAdmin } from './minio-admin.js';
import { accessKeyOf, servicesWithObjects, type ServicePasswords } from './service-rights.js';

const BUCKET_ACTIONS = ['s3:GetBucketLocation', 's3:ListBucket', 's3:ListBucketMultipartUploads'];
const READ = ['s3:GetObject'];
const ADD = [...READ, 's3:PutObject', 's3:AbortMultipartUpload', 's3:ListMultipartUploadParts'];
const OWN = [...ADD, 's3:DeleteObject'];

type Folders = { owns?: readonly string[]; adds?: readonly string[]; reads?: readonly string[] };

/**
 * The policy of an account. Every account may list the bucket: without that right the store answers 403 instead of 404 for an
 * object that does not exist. Names of objects contain ids only.
 */
export function policyOf(bucket: string, { owns = [], adds = [], reads = [] }: Folders): object {
  const all = `arn:aws:s3:::${bucket}`;
  const statement = (Action: string[], folders: readonly string[]) => ({
    Effect: 'Allow',
    Action,
    Resource: folders.map((folder) => `${all}/${folder}/*`),
  });
  const statements = [statement(OWN, owns), statement(ADD, adds), statement(READ, reads)];
  return {
    Version: '2012-10-17',
    Statement: [
      { Effect: 'Allow', Action: BUCKET_ACTIONS, Resource: [all] },
      ...statements.filter(({ Resource }) => Resource.length > 0),
    ],
  };
}

/**
 * Creates the bucket and a MinIO account for each service with the rights on its folders. `S3_ACCESS_KEY` must be that of an
 * administrator.
 */
export async function applyObjectStoreAccounts(
  config: ObjectStoreConfig,
  passwords: ServicePasswords,
): Promise<void> {
  await new ObjectStore(config, new Health()).prepare();
  const admin = new MinioAdmin(config);
  for (const { name, objects } of servicesWithObjects()) {
    const account = accessKeyOf(config.S3_BUCKET, name);
    await admin.putPolicy(account, policyOf(config.S3_BUCKET, objects));
    await admin.putUser(account, passwords[name]);
    await admin.setPolicyOfUser(account, account);
  }
}
