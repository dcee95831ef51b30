import auth from './en/auth.json' with { type: 'json' };
import common from './en/common.json' with { type: 'json' };
import editing from './en/editing.json' with { type: 'json' };
import errors from './en/errors.json' with { type: 'json' };
import glossary from './en/glossary.json' with { type: 'json' };
import home from './en/home.json' with { type: 'json' };
import library from './en/library.json' with { type: 'json' };
import notes from './en/notes.json' with { type: 'json' };
import profile from './en/profile.json' with { type: 'json' };
import reader from './en/reader.json' with { type: 'json' };
import sessions from './en/sessions.json' with { type: 'json' };
import shelves from './en/shelves.json' with { type: 'json' };
import shell from './en/shell.json' with { type: 'json' };
import speech from './en/speech.json' with { type: 'json' };
import staticPages from './en/static.json' with { type: 'json' };
import upload from './en/upload.json' with { type: 'json' };

/** Every text of the interface in English, by namespace. */
export const en = {
  auth,
  common,
  editing,
  errors,
  glossary,
  home,
  library,
  notes,
  profile,
  reader,
  sessions,
  shelves,
  shell,
  speech,
  static: staticPages,
  upload,
};
