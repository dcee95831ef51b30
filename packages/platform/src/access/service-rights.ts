/** Folders of the bucket: `owns` adds, reads and removes objects; `adds` adds and reads them. */
type ObjectRights = { owns?: readonly string[]; adds?: readonly string[]; reads?: readonly string[] };

/** What a service uses besides Kafka: a database and a key prefix named after it, and folders of the bucket. */
type ServiceRights = { database?: true; redis?: true; objects?: ObjectRights };

/**
 * What each service may use on MongoDB, Redis and the object store; all else is refused by the servers. Its rights on Kafka
 * follow from the topics file.
 */
export const SERVICE_RIGHTS = {
  gateway: {},
  auth: { database: true, redis: true, objects: { owns: ['avatars'] } },
  documents: {
    database: true,
    redis: true,
    objects: { owns: ['originals', 'incoming', 'images', 'audio', 'videos', 'exports'] },
  },
  pipeline: {
    database: true,
    redis: true,
    objects: { adds: ['images', 'audio'], reads: ['originals'] },
  },
  finance: { database: true, redis: true },
  ai: { database: true },
} as const satisfies Record<string, ServiceRights>;

export type ServiceName = keyof typeof SERVICE_RIGHTS;
export type ServicePasswords = Record<ServiceName, string>;

const ALL: readonly [ServiceName, ServiceRights][] = Object.entries(SERVICE_RIGHTS) as [
  ServiceName,
  ServiceRights,
][];

/** The services that use MongoDB. */
export const servicesWithDatabase = (): ServiceName[] =>
  ALL.filter(([, { database }]) => database).map(([name]) => name);

/** The services that use Redis. */
export const servicesWithRedis = (): ServiceName[] =>
  ALL.filter(([, { redis }]) => redis).map(([name]) => name);

/** The services that use the object store, with their folders. */
export const servicesWithObjects = (): { name: ServiceName; objects: ObjectRights }[] =>
  ALL.flatMap(([name, { objects }]) => (objects ? [{ name, objects }] : []));

/** Name of a service's MongoDB user: that of its database. */
export const databaseOf = (prefix: string, service: string): string => `${prefix}_${service}`;

/** Name of a service's Redis user, and prefix of its keys and channels. */
export const keyPrefixOf = (prefix: string, service: string): string => `${prefix}-${service}`;

/** Access key of a service on the object store. */
export const accessKeyOf = (bucket: string, service: string): string => `${bucket}-${service}`;
