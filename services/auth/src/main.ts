import { runService } from '@hamkhan/platform/bootstrap';
import { AppModule } from './app.module.js';
import { loadAuthConfig } from './config.js';
import { runSeed } from './seed.js';

if (process.argv[2] === 'seed') {
  await runSeed();
} else {
  await runService(() => {
    const config = loadAuthConfig();
    return { name: 'auth', config, module: AppModule.for(config) };
  });
}
