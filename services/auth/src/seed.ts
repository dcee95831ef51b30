import { ConfigError } from '@hamkhan/platform/config';
import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module.js';
import { loadAuthConfig } from './config.js';
import { DemoAccountService } from './features/login/demo-account.service.js';

/**
 * The role `seed`: creates the demo account where it is missing, says so, and ends. Runs after `migrate`; the event of the
 * new account is published by the service itself.
 */
export async function runSeed(): Promise<void> {
  try {
    const app = await NestFactory.createApplicationContext(AppModule.for(loadAuthConfig()), {
      logger: ['error'],
      abortOnError: false,
    });
    const created = await app.get(DemoAccountService).ensure();
    await app.close();
    process.stdout.write(created ? 'demo account created\n' : 'demo account is there\n');
    process.exit(0);
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(`${error instanceof ConfigError ? error.message : text}\n`);
    process.exit(error instanceof ConfigError ? 78 : 1);
  }
}
