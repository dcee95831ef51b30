import { runService } from '@hamkhan/platform/bootstrap';
import { pipelineService } from './service-options.js';

await runService(() => pipelineService(process.argv[2] === 'worker' ? 'worker' : 'serve'));
