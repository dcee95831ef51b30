/** An error code at the HTTP edge: its status, whether a retry may help, and its text for users. */
export type ErrorDefinition = {
  readonly http: number;
  readonly retryable: boolean;
  readonly fa: string;
  readonly en: string;
};
