import auth from './en/auth.json';
import common from './en/common.json';
import errors from './en/errors.json';
import home from './en/home.json';
import library from './en/library.json';
import reader from './en/reader.json';
import shell from './en/shell.json';
import upload from './en/upload.json';

/** Every text of the interface in English, by namespace. */
export const en = { auth, common, errors, home, library, reader, shell, upload };
