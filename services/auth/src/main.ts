import { runService } from '@hamkhan/platform/bootstrap';
import { runRoles, runSecondFactorReset, runSeed } from './commands.js';
import { authService } from './service-options.js';

const [role, ...words] = process.argv.slice(2);
if (role === 'seed') await runSeed();
else if (role === 'roles') await runRoles(...words);
else if (role === 'reset-second-factor') await runSecondFactorReset(...words);
else await runService(() => authService());
