import { runService } from '@hamkhan/platform/bootstrap';
import { runSeed } from './seed.js';
import { authService } from './service-options.js';

if (process.argv[2] === 'seed') await runSeed();
else await runService(() => authService());
