import auth from './fa/auth.json';
import common from './fa/common.json';
import errors from './fa/errors.json';
import home from './fa/home.json';
import library from './fa/library.json';
import reader from './fa/reader.json';
import shell from './fa/shell.json';
import upload from './fa/upload.json';

/** Every text of the interface in Persian, the language that decides which keys there are, by namespace. */
export const fa = { auth, common, errors, home, library, reader, shell, upload };
