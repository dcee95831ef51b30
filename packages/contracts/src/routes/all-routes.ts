import * as accountDeletion from './account-deletion.js';
import * as accountExport from './account-export.js';
import * as apiDocs from './api-docs.js';
import * as captcha from './captcha.js';
import * as editing from './editing.js';
import * as finance from './finance.js';
import * as glossary from './glossary.js';
import * as impersonation from './impersonation.js';
import * as library from './library.js';
import * as media from './media.js';
import * as mobile from './mobile.js';
import * as notes from './notes.js';
import * as password from './password.js';
import * as profile from './profile.js';
import * as publicShelves from './public-shelves.js';
import * as reader from './reader.js';
import * as registration from './registration.js';
import * as reprocessing from './reprocessing.js';
import type { Route } from './route.js';
import * as secondFactor from './second-factor.js';
import * as securityLog from './security-log.js';
import * as sessions from './sessions.js';
import * as shelves from './shelves.js';
import * as signIn from './sign-in.js';
import * as smsOutbox from './sms-outbox.js';
import * as staticPages from './static-pages.js';
import * as suggestions from './suggestions.js';
import * as translation from './translation.js';

const FEATURES: Readonly<Record<string, Readonly<Record<string, Route>>>> = {
  'Sign-in': signIn,
  Captcha: captcha,
  Registration: registration,
  Password: password,
  Sessions: sessions,
  Profile: profile,
  Mobile: mobile,
  'Account deletion': accountDeletion,
  'Account export': accountExport,
  'Second factor': secondFactor,
  Impersonation: impersonation,
  'Security log': securityLog,
  Library: library,
  Shelves: shelves,
  'Public shelves': publicShelves,
  Reader: reader,
  Editing: editing,
  Reprocessing: reprocessing,
  Suggestions: suggestions,
  Media: media,
  Notes: notes,
  'Static pages': staticPages,
  Glossary: glossary,
  Translation: translation,
  Finance: finance,
  'SMS outbox': smsOutbox,
  Documentation: apiDocs,
};

/** A route with its name, e.g. `updateShelf`, and its feature. */
export type ListedRoute = { readonly name: string; readonly feature: string; readonly route: Route };

/** Every call of the product, once. For the services, the gateway, the documentation and tests; the web imports single routes. */
export const ALL_ROUTES: readonly ListedRoute[] = Object.entries(FEATURES).flatMap(([feature, routes]) =>
  Object.entries(routes).map(([name, route]) => ({ name: name.replace(/Route$/, ''), feature, route })),
);
