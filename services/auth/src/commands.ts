import { ConfigError } from '@hamkhan/platform/config';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module.js';
import { loadAuthConfig } from './config.js';
import { DemoAccountService } from './features/login/demo-account.service.js';
import { SecondFactorService } from './features/second-factor/second-factor.service.js';
import { isRole, ROLES, RolesService } from './features/users/roles.service.js';

/**
 * The role `seed`: creates the demo account if it does not exist. Run it after `migrate`; the running service publishes the
 * event of the new account.
 */
export const runSeed = (): Promise<void> =>
  runCommand(async (app) => {
    const created = await app.get(DemoAccountService).ensure();
    return created ? 'demo account created' : 'demo account exists';
  });

/**
 * The role `roles <username> [creator] [staff] [superuser]`: replaces the roles of a user; without a role the user is a plain
 * reader. Takes effect within 30 seconds, as long as the gateway caches a token.
 */
export const runRoles = (username = '', ...names: string[]): Promise<void> =>
  runCommand(async (app) => {
    const roles = names.filter(isRole);
    const usage = `roles <username> ${ROLES.map((role) => `[${role}]`).join(' ')}`;
    if (username === '' || roles.length < names.length) throw new Error(`usage: ${usage}`);
    if (!(await app.get(RolesService).set(username, roles)))
      throw new Error(`no user has the username ${username}`);
    return `${username}: ${['reader', ...roles].join(', ')}`;
  });

/** The role `reset-second-factor <username>`: removes a second factor whose authenticator and recovery codes are lost. */
export const runSecondFactorReset = (username = ''): Promise<void> =>
  runCommand(async (app) => {
    if (username === '') throw new Error('usage: reset-second-factor <username>');
    if (!(await app.get(SecondFactorService).reset(username)))
      throw new Error(`no user has the username ${username}`);
    return `${username}: no second factor`;
  });

async function runCommand(work: (app: INestApplicationContext) => Promise<string>): Promise<void> {
  try {
    const app = await NestFactory.createApplicationContext(AppModule.for(loadAuthConfig()), {
      logger: ['error'],
      abortOnError: false,
    });
    const message = await work(app);
    await app.close();
    process.stdout.write(`${message}\n`);
    process.exit(0);
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(`${error instanceof ConfigError ? error.message : text}\n`);
    process.exit(error instanceof ConfigError ? 78 : 1);
  }
}
