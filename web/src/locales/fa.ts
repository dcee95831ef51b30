import auth from './fa/auth.json' with { type: 'json' };
import common from './fa/common.json' with { type: 'json' };
import editing from './fa/editing.json' with { type: 'json' };
import errors from './fa/errors.json' with { type: 'json' };
import glossary from './fa/glossary.json' with { type: 'json' };
import home from './fa/home.json' with { type: 'json' };
import library from './fa/library.json' with { type: 'json' };
import notes from './fa/notes.json' with { type: 'json' };
import profile from './fa/profile.json' with { type: 'json' };
import reader from './fa/reader.json' with { type: 'json' };
import sessions from './fa/sessions.json' with { type: 'json' };
import shelves from './fa/shelves.json' with { type: 'json' };
import shell from './fa/shell.json' with { type: 'json' };
import speech from './fa/speech.json' with { type: 'json' };
import staticPages from './fa/static.json' with { type: 'json' };
import upload from './fa/upload.json' with { type: 'json' };

/** Every text of the interface in Persian, the language that decides which keys there are, by namespace. */
export const fa = {
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
