import { ConfigError } from '@hamkhan/platform/config';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module.js';
import { loadAuthConfig } from './config.js';
import { DemoAccountService } from './features/login/demo-account.service.js';
import { isRole, ROLES, RolesService } from './features/users/roles.service.js';

/**
 * The role `seed`: creates the demo account where it is missing, says so, and ends. Runs after `migrate`; the event of the
 * new account is published by the service itself.
 */
export const runSeed = (): Promise<void> =>
  runAndEnd(async (app) => {
    const created = await app.get(DemoAccountService).ensure();
    return created ? 'demo account created' : 'demo account is there';
  });

/**
 * The role `roles <username> [creator] [staff] [superuser]`: makes these the roles of a user, says so, and ends. With none the user
 * is a reader again. Takes effect within the half minute that the gateway believes a token.
 */
export const runRoles = (username = '', ...names: string[]): Promise<void> =>
  runAndEnd(async (app) => {
    const roles = names.filter(isRole);
    const usage = `roles <username> ${ROLES.map((role) => `[${role}]`).join(' ')}`;
    if (username === '' || roles.length < names.length) throw new Error(`usage: ${usage}`);
    if (!(await app.get(RolesService).set(username, roles))) throw new Error(`nobody is called ${username}`);
    return `${username}: ${['reader', ...roles].join(', ')}`;
  });

async function runAndEnd(work: (app: INestApplicationContext) => Promise<string>): Promise<void> {
  try {
    const app = await NestFactory.createApplicationContext(AppModule.for(loadAuthConfig()), {
      logger: ['error'],
      abortOnError: false,
    });
    const said = await work(app);
    await app.close();
    process.stdout.write(`${said}\n`);
    process.exit(0);
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(`${error instanceof ConfigError ? error.message : text}\n`);
    process.exit(error instanceof ConfigError ? 78 : 1);
  }
}
