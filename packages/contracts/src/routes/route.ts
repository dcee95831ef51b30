import type { z } from 'zod';
import type { ErrorCode } from '../errors.js';
import type { RateLimit } from '../rate-limits.js';

/** The services that own routes. */
export const SERVICES = ['gateway', 'auth', 'documents', 'pipeline', 'finance', 'ai'] as const;
export type ServiceName = (typeof SERVICES)[number];

export type Method = 'GET' | 'POST' | 'DELETE';

/** Who may call a route: `guest` anyone, `user` a signed-in user, `internal` other services only. */
export type Audience = 'guest' | 'user' | 'internal';

/** A response that is a file of one of these media types. */
export type FileResponse = { readonly mediaTypes: readonly string[] };
/** A response that is a stream of server-sent events, by event name. */
export type EventStream = { readonly events: Readonly<Record<string, z.ZodType>> };
/** A multipart body that the service reads as a stream: one file and, beside it, these fields. */
export type UploadBody = { readonly file: string; readonly fields?: z.ZodType };

type PathParameter<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathParameter<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

export type RouteDefinition = {
  readonly service: ServiceName;
  readonly method: Method;
  /** `:name` is one segment of the path. */
  readonly path: `/${string}`;
  /** Short description for the API documentation. */
  readonly summary: string;
  readonly audience: Audience;
  /** Open to a session beyond the three oldest (C06). Guest routes are, unless this is false. */
  readonly overSessionLimit?: boolean;
  /** Open to staff who have not switched on the second factor that is required. Routes that ignore the token are. */
  readonly openWithoutSecondFactor?: boolean;
  /** Closed to an administrator who acts as the user: purchases, password and session changes (C36). */
  readonly inPerson?: boolean;
  /** Ignores the bearer token, so that an expired one cannot block a login. */
  readonly ignoresToken?: boolean;
  /** Schema of the path parameters where they are more than strings. */
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  /** Fields of a form: multipart, or JSON. */
  readonly form?: z.ZodType;
  readonly json?: z.ZodType;
  readonly upload?: UploadBody;
  readonly response: z.ZodType | FileResponse | EventStream;
  /** Error codes of this route; `errorCodesOf` adds those that follow from the rest of the definition. */
  readonly errors?: readonly ErrorCode[];
  readonly limits?: readonly RateLimit[];
  /** Client timeout, if it differs from the default of 30 s. */
  readonly timeoutMs?: number;
  /** Largest request body that the gateway accepts, if it differs from 2 MiB. */
  readonly maxBodyBytes?: number;
  /** The response is a whole file: the gateway gives it a connection of its own. */
  readonly isLong?: boolean;
  /** `service port`: reached at the port of its service only, never through the gateway. */
  readonly reach?: 'gateway' | 'service port';
  /** Served in some configurations only. */
  readonly isOptional?: boolean;
  /** The web calls it already, the service does not serve it yet. */
  readonly isPlanned?: boolean;
};

/** One call of the product. */
export type Route = RouteDefinition;

/** The status of every successful response. */
export const SUCCESS_STATUS = 200;

const KIB = 1024;
/** Largest request body where a route does not say otherwise. */
export const MAX_BODY_BYTES = 2 * KIB * KIB;
/** How long a client waits where a route does not say otherwise (G74). */
export const CALL_TIMEOUT_MS = 30_000;

/** Declares a route. */
/*#__NO_SIDE_EFFECTS__*/
export const route = <const Definition extends RouteDefinition>(definition: Definition): Definition =>
  definition;

type SchemaOutput<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type SchemaInput<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined;

/** Path parameters as a service gets them. */
export type ParamsOf<R extends Route> = R['params'] extends z.ZodType
  ? z.output<R['params']>
  : Readonly<Record<PathParameter<R['path']>, string>>;
/** The query as a service gets it. */
export type QueryOf<R extends Route> = SchemaOutput<R['query']>;
/** The form or JSON body as a service gets it. */
export type BodyOf<R extends Route> = R['form'] extends z.ZodType
  ? z.output<R['form']>
  : SchemaOutput<R['json']>;
/** The body of a successful JSON response. */
export type ResponseOf<R extends Route> = R['response'] extends z.ZodType ? z.output<R['response']> : never;

/** Path parameters as a client gives them. */
export type PathParameters<R extends Route> = Readonly<Record<PathParameter<R['path']>, string>>;
/** The query as a client gives it. */
export type QueryInput<R extends Route> = SchemaInput<R['query']>;
/** The form or JSON body as a client gives it. */
export type BodyInput<R extends Route> = R['form'] extends z.ZodType
  ? z.input<R['form']>
  : SchemaInput<R['json']>;

/** The multipart body of an upload as a client gives it: its fields, then its file. */
export type UploadInput<R extends Route> = R['upload'] extends { fields: infer Fields; file: infer File }
  ? (Fields extends z.ZodType ? z.input<Fields> : unknown) & Readonly<Record<File & string, Blob>>
  : R['upload'] extends { file: infer File }
    ? Readonly<Record<File & string, Blob>>
    : undefined;

/** Whether a call over the session limit may make this call (C06). */
export const isOpenOverSessionLimit = ({ audience, overSessionLimit }: Route): boolean =>
  overSessionLimit ?? audience === 'guest';

/** Whether a call is refused to staff whose required second factor is off. */
export const needsSecondFactor = ({ audience, ignoresToken, openWithoutSecondFactor }: Route): boolean =>
  audience !== 'internal' && !ignoresToken && !openWithoutSecondFactor;

/** Whether the gateway passes this call on. */
export const isPublic = ({ audience, reach, isPlanned }: Route): boolean =>
  audience !== 'internal' && reach !== 'service port' && !isPlanned;

/** The path of a route with its parameters in place: `/api/page/about/`. */
export const pathOf = <R extends Route>(target: R, params: PathParameters<R>): string =>
  target.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent((params as Readonly<Record<string, string>>)[name] ?? ''),
  );
