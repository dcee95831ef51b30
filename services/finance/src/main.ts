import { runService } from '@hamkhan/platform/bootstrap';
import { financeService } from './service-options.js';

await runService(() => financeService());
